import { hash } from 'node:crypto'
import { RowRejectedError } from '#platform/import/rejects.ts'
import type { LookupTables } from './lookup-tables.ts'
import { parseDetails, tryParseYesNo } from './parse-details.ts'
import { type ProviderRow, untyped } from './provider-row.ts'
import { type Column, columns, maxLengths, type RosterRow } from './roster-columns.ts'
import { messages } from './roster-messages.ts'

/** The opaque key of a provider in a network: a stable hash of the network and the roster ID. */
export const hashProvider = (network: string, id: string) =>
  hash('sha256', `${network}\n${id}`, 'base64url').slice(0, 22)

/** Validates a row of text and converts it to a provider. Throws `RowRejectedError`. */
export function toProviderRow(
  row: RosterRow,
  line: number,
  lookups: LookupTables,
  { network: chosenNetwork, source }: { network?: string | undefined; source: string },
): ProviderRow {
  checkTexts(row)
  const network = resolveNetwork(row.network, lookups, chosenNetwork)
  const type = resolveType(row.providerType, lookups)
  return {
    line,
    hash: hashProvider(network, row.id),
    network,
    source,
    id: row.id,
    name: row.name,
    tin: row.tin || null,
    addressOne: row.addressOne || null,
    addressTwo: row.addressTwo || null,
    ...parsePlace(row, lookups),
    phone: row.phone || null,
    fax: row.fax || null,
    contact: row.contact || null,
    typeId: type.id,
    typeDescription: type.description,
    typePosition: type.position,
    specialty: row.specialty || null,
    ...parsePoint(row),
    preferred: parseYesNo('preferred', row.preferred),
    hideVOB: parseYesNo('hideVOB', row.hideVOB),
    vobMessage: row.vobMessage || null,
    ...parseDetails(row),
  }
}

function resolveNetwork(named: string, { networks }: LookupTables, chosen: string | undefined): string {
  if (chosen && named && named !== chosen) throw new RowRejectedError(messages.networkMismatch(named, chosen))
  const code = named || chosen
  if (!code) throw new RowRejectedError(messages.networkMissing)
  if (!networks.has(code)) throw new RowRejectedError(messages.unknownNetwork(code))
  return code
}

function resolveType(value: string, lookups: LookupTables) {
  if (value === '' || value === untyped) return { id: untyped, description: '', position: 0 }
  const type = lookups.findType(value)
  if (!type) throw new RowRejectedError(messages.unknownType(value))
  return type
}

function checkTexts(row: RosterRow) {
  if (row.id === '') throw new RowRejectedError(messages.missing('id'))
  if (row.name === '') throw new RowRejectedError(messages.missing('name'))
  for (const column of columns) checkText(column, row[column])
}

function checkText(column: Column, value: string) {
  if (value.length > maxLengths[column])
    throw new RowRejectedError(messages.tooLong(column, maxLengths[column]))
  if (value.includes('\uFFFD') || value.includes('\0'))
    throw new RowRejectedError(messages.unreadableText(column, value))
}

const degrees = /^[+-]?\d{1,3}(?:[.,]\d*)?$/

/** Parses a yes/no cell; empty means no. Throws `RowRejectedError`. */
function parseYesNo(column: 'preferred' | 'hideVOB', value: string): boolean {
  const parsed = tryParseYesNo(value)
  if (parsed === undefined) throw new RowRejectedError(messages.notYesNo(column, value))
  return parsed
}

/** Parses the coordinates of a row; null if it has none. Some systems write 0, 0 for "none". */
function parsePoint(row: RosterRow) {
  if (row.latitude === '' && row.longitude === '') return noPoint
  if (row.latitude === '' || row.longitude === '') throw new RowRejectedError(messages.incompletePoint)
  const latitude = parseDegrees('latitude', row.latitude, 90)
  const longitude = parseDegrees('longitude', row.longitude, 180)
  return latitude === 0 && longitude === 0 ? noPoint : { latitude, longitude, locatedBy: 'roster' as const }
}

const noPoint = { latitude: null, longitude: null, locatedBy: 'zip' as const }

function parseDegrees(column: 'latitude' | 'longitude', value: string, limit: number): number {
  if (!degrees.test(value)) throw new RowRejectedError(messages.notCoordinate(column, value))
  const number = Number(value.replace(',', '.'))
  if (Math.abs(number) > limit) throw new RowRejectedError(messages.outOfRange(column, value, limit))
  return number
}

type Place = Pick<
  ProviderRow,
  'city' | 'stateId' | 'stateShown' | 'zipcode' | 'countryId' | 'countryName' | 'unknownState'
>

/** Countries in ISO 3166-1 that count as US states here, as in US mail. */
const territories: ReadonlySet<string> = new Set(['PR', 'VI', 'GU', 'AS', 'MP'])
const territoryCodes: Record<string, string> = { PRI: 'PR', VIR: 'VI', GUM: 'GU', ASM: 'AS', MNP: 'MP' }
const usZip = /^(\d{3,5})(?:-?\d{4})?$/

/**
 * The place that a row names, without coordinates. The country defaults to the United States if the state or
 * ZIP is a US one. US ZIPs get five digits and supply a missing state. Throws `RowRejectedError`.
 */
function parsePlace(row: RosterRow, lookups: LookupTables): Place {
  if (!row.zipcode && !row.city && !(row.latitude && row.longitude))
    throw new RowRejectedError(messages.locationMissing)
  const territory = findTerritory(row.country, lookups)
  const country = territory ? 'US' : row.country || defaultCountry(row, lookups)
  const found = lookups.findCountry(country)
  if (!found)
    throw new RowRejectedError(row.country ? messages.unknownCountry(row.country) : messages.countryMissing)
  const isUs = found.id === 'US'
  const zipcode = isUs ? normalizeZip(row.zipcode) : row.zipcode
  const named = territory ?? row.state
  const state = named
    ? lookups.findState(named, found.id)
    : lookups.findStateById((isUs && lookups.findZip(zipcode)?.state) || '')
  return {
    city: row.city || null,
    stateId: state?.id ?? null,
    stateShown: state ? (isUs ? state.id : state.name) : null,
    unknownState: named && !state ? named : null,
    zipcode: zipcode || null,
    countryId: found.id,
    countryName: found.name,
  }
}

/** The US state that a country counts as, found by its two- or three-letter ISO code or its name. */
function findTerritory(country: string, lookups: LookupTables): string | undefined {
  const code = country.toUpperCase()
  if (territories.has(code)) return code
  if (territoryCodes[code]) return territoryCodes[code]
  if (country === '' || lookups.findCountry(country)) return undefined
  const state = lookups.findState(country, 'US')
  return state && territories.has(state.id) ? state.id : undefined
}

function defaultCountry({ state, zipcode }: RosterRow, lookups: LookupTables): string {
  if (state && lookups.findState(state, 'US')) return 'US'
  return !state && zipcode && lookups.findZip(normalizeZip(zipcode)) ? 'US' : ''
}

/** A US ZIP without its +4, and with the leading zeros that spreadsheets drop. */
export function normalizeZip(zipcode: string): string {
  const [, digits] = usZip.exec(zipcode) ?? []
  return digits === undefined ? zipcode : digits.padStart(5, '0')
}
