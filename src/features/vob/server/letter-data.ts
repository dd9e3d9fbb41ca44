import { dayInTimeZone, formatDay } from '#platform/contract/date-format.ts'
import { sanitizePdfText } from '#platform/contract/normalize-text.ts'
import type { VobForm, VobOptions } from '../contract.ts'
import { messages } from '../messages.ts'
import { type Field, fields, formatField } from '../rules.ts'
import type { VobProvider } from './provider-query.ts'

export type LetterData = {
  /** The letter's number, or the placeholder in a preview. */
  number: string
  at: Date
  /** The date of the letter, M/D/YYYY. */
  date: string
  client: string
  network: string
  /** The fields, formatted for the letter. */
  texts: Record<Field, string>
}

type LetterInput = {
  form: VobForm
  options: VobOptions
  client: string
  provider: Pick<VobProvider, 'name' | 'network'>
  /** Undefined for a preview. */
  number?: string
  at: Date
  timeZone: string
}

/** Builds the data of a letter from a valid form, with the provider's name from the directory. */
export function buildLetterData({
  form,
  options,
  client,
  provider,
  number,
  at,
  timeZone,
}: LetterInput): LetterData {
  const texts = Object.fromEntries(
    fields.map((field) => [field, sanitizePdfText(formatField(form, field, options))]),
  )
  return {
    number: number ?? messages.document.preview,
    at,
    date: formatDay(dayInTimeZone(timeZone, at)),
    client: sanitizePdfText(client),
    network: sanitizePdfText(provider.network),
    texts: { ...(texts as Record<Field, string>), providerName: sanitizePdfText(provider.name) },
  }
}
