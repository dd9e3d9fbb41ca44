import { now } from '#platform/contract/clock.ts'
import { dayInUtc, parseDay } from '#platform/contract/date-format.ts'
import { parseOpeningHours } from './parse-opening-hours.ts'
import type { ProviderRow } from './provider-row.ts'
import type { Column, RosterRow } from './roster-columns.ts'
import { messages } from './roster-messages.ts'

const yes: ReadonlySet<string> = new Set(['yes', 'y', 'true', 't', '1', 'x'])
const no: ReadonlySet<string> = new Set(['', 'no', 'n', 'false', 'f', '0'])

/** Parses a yes/no cell, in which empty means no; undefined if it is neither. */
export function tryParseYesNo(value: string): boolean | undefined {
  const word = value.toLowerCase()
  if (no.has(word)) return false
  return yes.has(word) ? true : undefined
}

/** The columns of details that searches return, and of those that are only stored. */
const detailColumns = [
  'hours',
  'languages',
  'accepting',
  'emergency',
  'telehealth',
  'wheelchairAccess',
  'stars',
  'website',
  'verified',
  'source',
] as readonly Column[]

type RowDetails = Pick<ProviderRow, 'knownDetails' | 'details' | 'warnings'>
const none: RowDetails = { knownDetails: null, details: null, warnings: [] }

/** Parses the details of a row. Drops an unreadable detail with a warning, since it is not worth rejecting the row. */
export function parseDetails(row: RosterRow): RowDetails {
  if (detailColumns.every((column) => row[column] === '')) return none
  const warnings: string[] = []
  const tryParse = <T>(column: Column, read: (value: string) => T | undefined) => {
    const value = row[column]
    const found = value === '' ? undefined : read(value)
    if (value !== '' && found === undefined)
      warnings.push(
        column === 'hours' ? messages.unreadableHours(value) : messages.unreadableDetail(column, value),
      )
    return found
  }
  const knownDetails = {
    acceptsNewPatients: tryParse('accepting', tryParseYesNo),
    languages: tryParse('languages', (value) => parseLanguages(value, warnings)),
    hours: tryParse('hours', parseOpeningHours),
    emergency: tryParse('emergency', tryParseYesNo),
    telehealth: tryParse('telehealth', tryParseYesNo),
    wheelchairAccess: tryParse('wheelchairAccess', tryParseYesNo),
    stars: tryParse('stars', parseStars),
  }
  const details = {
    website: tryParse('website', parseWebsite),
    verified: tryParse('verified', parsePastDay),
    source: row.source || undefined,
  }
  return { knownDetails: omitUnknown(knownDetails), details: toJsonText(omitUnknown(details)), warnings }
}

const toJsonText = (details: object | null) => details && JSON.stringify(details)

/** The details without the unknown ones; null if there are no others. */
function omitUnknown<T extends Record<string, unknown>>(details: T) {
  const known = Object.entries(details).filter(([, value]) => value !== undefined)
  type Known = { [Name in keyof T]?: Exclude<T[Name], undefined> }
  return known.length > 0 ? (Object.fromEntries(known) as Known) : null
}

const maxLanguages = 30

/** The ISO 639-1 codes of the languages, each once; undefined if none is known. Warns of the other ones if some are. */
function parseLanguages(value: string, warnings: string[]): string[] | undefined {
  const named = value
    .split(/[,;|/\n]/)
    .map((each) => each.trim())
    .filter(Boolean)
  const codes = named.map(findLanguage)
  const known = new Set(codes.filter((code) => code !== undefined))
  if (known.size === 0 || known.size > maxLanguages) return undefined
  for (const [at, code] of codes.entries())
    if (code === undefined) warnings.push(messages.unreadableDetail('languages', named[at] ?? ''))
  return [...known]
}

/** Names that rosters use in addition to those of the Unicode CLDR. */
const otherLanguageNames = {
  mandarin: 'zh',
  cantonese: 'zh',
  farsi: 'fa',
  tagalog: 'tl',
  creole: 'ht',
  haitian: 'ht',
  castilian: 'es',
}
let languageCodes: Map<string, string> | undefined

/** Finds a language by its ISO 639 code or its name, in English or in the language itself. */
function findLanguage(value: string): string | undefined {
  languageCodes ??= listLanguages()
  const name = value.toLowerCase()
  const byName = languageCodes.get(name) ?? languageCodes.get(name.replace(/\s*\(.*\)$/, ''))
  if (byName || !/^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/.test(name)) return byName
  const [code = ''] = Intl.getCanonicalLocales(name.replaceAll('_', '-'))
  return languageCodes.get(code.split('-')[0] ?? '')
}

const letters = [...'abcdefghijklmnopqrstuvwxyz']

/** The codes of ISO 639-1 by themselves and by the languages' names. */
function listLanguages(): Map<string, string> {
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  const english = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  const byName = new Map<string, string>(Object.entries(otherLanguageNames))
  for (const code of codes) {
    const name = english.of(code)
    if (!name || Intl.getCanonicalLocales(code)[0] !== code) continue
    const ownName = new Intl.DisplayNames(code, { type: 'language' }).of(code)
    for (const each of [code, name, ownName ?? code]) byName.set(each.toLowerCase(), code)
  }
  return byName.set('tl', 'tl').set('fil', 'tl').set('filipino', 'tl')
}

/** Parses a rating from 1 to 5; half stars count down. */
function parseStars(value: string): number | undefined {
  const stars = /^\d([.,]\d+)?$/.test(value) ? Math.floor(Number(value.replace(',', '.'))) : 0
  return stars >= 1 && Number(value.replace(',', '.')) <= 5 ? stars : undefined
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
  return day && day <= dayInUtc(now().getTime() + maxUtcOffsetMs) ? day : undefined
}
