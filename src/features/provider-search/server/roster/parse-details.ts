import { parseDay } from '#platform/contract/calendar.ts'
import { now } from '#platform/contract/clock.ts'
import { saidYesNo } from './parse-cells.ts'
import type { ProviderRow } from './provider-row.ts'
import type { RosterRow } from './roster-columns.ts'
import { messages } from './roster-messages.ts'

/** What is known of a provider beyond address and type; what the roster does not say is missing. */
type Details = {
  hours?: string
  languages?: string[]
  website?: string
  accepting?: boolean
  /** The day on which somebody last checked the entry, YYYY-MM-DD. */
  verified?: string
  source?: string
}

const none = { details: null, doubts: [] }
const mostLanguages = 30

/** The details of a row. One that cannot be read is left out and noted: it is not worth the row. */
export function parseDetails(row: RosterRow): Pick<ProviderRow, 'details' | 'doubts'> {
  const { hours, languages, website, accepting, verified, source } = row
  if (!(hours || languages || website || accepting || verified || source)) return none
  const doubts: string[] = []
  const readable = <T>(column: Detail, value: string, read: (value: string) => T | undefined) => {
    const found = value === '' ? undefined : read(value)
    if (value !== '' && found === undefined) doubts.push(messages.unreadableDetail(column, value))
    return found
  }
  const details = {
    hours: hours || undefined,
    languages: readable('languages', languages, languagesIn),
    website: readable('website', website, webAddressIn),
    accepting: readable('accepting', accepting, saidYesNo),
    verified: readable('verified', verified, pastDayIn),
    source: source || undefined,
  } satisfies Record<keyof Details, unknown>
  const text = JSON.stringify(details)
  return { details: text === '{}' ? null : text, doubts }
}

type Detail = 'languages' | 'website' | 'accepting' | 'verified'

function languagesIn(value: string): string[] | undefined {
  const found = value.split(/[,;|/\n]/).map((each) => each.trim())
  const named = [...new Set(found.filter(Boolean))]
  return named.length > 0 && named.length <= mostLanguages ? named : undefined
}

/** The address of a web page, with https:// in front where the roster names the host only. */
function webAddressIn(value: string): string | undefined {
  const address = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(value) ? value : `https://${value}`)
  const isPage = address?.protocol === 'https:' || address?.protocol === 'http:'
  return address && isPage && address.hostname.includes('.') && !address.username ? address.href : undefined
}

/** Time zones are ahead of UTC by fourteen hours at most. */
const aheadMs = 14 * 3_600_000

function pastDayIn(value: string): string | undefined {
  const day = parseDay(value)
  return day && day <= new Date(now().getTime() + aheadMs).toISOString().slice(0, 10) ? day : undefined
}
