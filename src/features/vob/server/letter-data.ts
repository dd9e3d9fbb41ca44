import { dayInTimeZone, formatDay } from '#platform/contract/calendar.ts'
import { sanitizePdfText } from '#platform/contract/printable-text.ts'
import type { VobForm, VobOffer } from '../contract.ts'
import { messages } from '../messages.ts'
import { type Field, fields, saidIn } from '../rules.ts'
import type { VobProvider } from './provider-query.ts'

/** All data of a letter. */
export type LetterData = {
  /** The letter's number, or its placeholder. */
  number: string
  at: Date
  /** The date of the letter, M/D/YYYY. */
  date: string
  client: string
  network: string
  said: Record<Field, string>
}

type Parts = {
  form: VobForm
  offer: VobOffer
  client: string
  provider: Pick<VobProvider, 'name' | 'network'>
  /** Undefined for a preview. */
  number?: string
  at: Date
  timeZone: string
}

/** Builds the letter data from a valid form. The provider's name comes from the directory. */
export function createLetterData({ form, offer, client, provider, number, at, timeZone }: Parts): LetterData {
  const said = Object.fromEntries(fields.map((field) => [field, sanitizePdfText(saidIn(form, field, offer))]))
  return {
    number: number ?? messages.document.preview,
    at,
    date: formatDay(dayInTimeZone(timeZone, at)),
    client: sanitizePdfText(client),
    network: sanitizePdfText(provider.network),
    said: { ...(said as Record<Field, string>), providerName: sanitizePdfText(provider.name) },
  }
}
