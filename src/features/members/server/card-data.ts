import type { CardLanguage } from './card-messages.ts'
import type { CardHolder } from './card-queries.ts'

/** Everything that an ID card depends on. */
export type CardFacts = {
  holder: Omit<CardHolder, 'client'>
  /** A page for each. */
  languages: readonly CardLanguage[]
  clientName: string
  company: string
  color: string
  logo: { format: 'png' | 'jpg'; data: Buffer } | null
  group: string | null
  address: string | null
  phones: {
    usaAndCanada: string | null
    elsewhere: string | null
    providers: string | null
    /** Where the client says no number of its own. */
    service: string | null
  }
}
