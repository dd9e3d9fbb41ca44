import type { CardLanguage } from './card-messages.ts'
import type { CardHolder } from './card-queries.ts'

/** The data of an ID card. */
export type CardData = {
  holder: Omit<CardHolder, 'client'>
  /** One page per language. */
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
    /** Used if the client has no number of its own. */
    service: string | null
  }
}
