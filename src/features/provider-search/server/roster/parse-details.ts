import { parseDay } from '#platform/contract/calendar.ts'
import { now } from '#platform/contract/clock.ts'
import { tryParseYesNo } from './parse-cells.ts'
import type { ProviderRow } from './provider-row.ts'
import type { RosterRow } from './roster-columns.ts'
import { messages } from './roster-messages.ts'

/** Details of a provider beyond address and type; only those that the roster has. */
type Details = {
  hours?: string
  languages?: string[]
  website?: string
  accepting?: boolean
  /** The day when the entry was last verified, YYYY-MM-DD. */
  verified?: string
  source?: string
}

const none = { details: null, warnings: [] }
const maxLanguages = 30

/** Parses the details of a row. Drops an unreadable detail with a warning, since it is not worth rejecting the row. */
export function parseDetails(row: RosterRow): Pick<ProviderRow, 'details' | 'warnings'> {
  const { hours, languages, website, accepting, verified, source } = row
  if (!(hours || languages || website || accepting || verified || source)) return none
  const warnings: string[] = []
  const tryParse = <T>(column: Detail, value: string, read: (value: string) => T | undefined) => {
    const found = value === '' ? undefined : read(value)
    if (value !== '' && found === undefined) warnings.push(messages.unreadableDetail(column, value))
    return found
  }
  const details = {
    hours: hours || undefined,
    languages: tryParse('languages', languages, parseLanguages),
    website: tryParse('website', website, parseWebsite),
    accepting: tryParse('accepting', accepting, tryParseYesNo),
    verified: tryParse('verified', verified, parsePastDay),
    source: source || undefined,
  } satisfies Record<keyof Details, unknown>
  const text = JSON.stringify(details)
  return { details: text === '{}' ? null : text, warnings }
}

type Detail = 'languages' | 'website' | 'accepting' | 'verified'

function parseLanguages(value: string): string[] | undefined {
  const found = value.split(/[,;|/\n]/).map((each) => each.trim())
  const named = [...new Set(found.filter(Boolean))]
  return named.length > 0 && named.length <= maxLanguages ? named : undefined
}

/** Parses the URL of a web page; adds https:// if the roster has only the host. */
function parseWebsite(value: string): string | undefined {
  const address = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(value) ? value : `https://${value}`)
  const isPage = address?.protocol === 'https:' || address?.protocol === 'http:'
  return address && isPage && address.hostname.includes('.') && !address.username ? address.href : undefined
}

/** Time zones are at most fourteen hours ahead of UTC. */
const maxUtcOffsetMs = 14 * 3_600_000

function parsePastDay(value: string): string | undefined {
  const day = parseDay(value)
  return day && day <= new Date(now().getTime() + maxUtcOffsetMs).toISOString().slice(0, 10) ? day : undefined
}
