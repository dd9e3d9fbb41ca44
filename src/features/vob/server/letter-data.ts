import { dayIn, shownDay } from '#platform/contract/calendar.ts'
import { shownText } from '#platform/contract/printable-text.ts'
import type { VobForm, VobOffer } from '../contract.ts'
import { messages } from '../messages.ts'
import { type Field, fields, saidIn } from '../rules.ts'
import type { VobProvider } from './provider-query.ts'

/** Everything that a letter depends on. */
export type LetterFacts = {
  /** The letter's number, or the word that stands in its place. */
  number: string
  at: Date
  /** The day of the letter, M/D/YYYY. */
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

/** The facts of a letter from a form without faults. The provider has the name that the directory knows. */
export function letterFacts({ form, offer, client, provider, number, at, timeZone }: Parts): LetterFacts {
  const said = Object.fromEntries(fields.map((field) => [field, shownText(saidIn(form, field, offer))]))
  return {
    number: number ?? messages.document.preview,
    at,
    date: shownDay(dayIn(timeZone, at)),
    client: shownText(client),
    network: shownText(provider.network),
    said: { ...(said as Record<Field, string>), providerName: shownText(provider.name) },
  }
}
