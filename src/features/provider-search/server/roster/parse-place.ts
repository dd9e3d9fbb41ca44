import { RowRejectedError } from '#platform/server/csv/row-rejected-error.ts'
import type { LookupTables } from './lookup-tables.ts'
import type { ProviderRow } from './provider-row.ts'
import type { RosterRow } from './roster-columns.ts'
import { messages } from './roster-messages.ts'

type Place = Pick<
  ProviderRow,
  'city' | 'stateId' | 'stateShown' | 'zipcode' | 'countryId' | 'countryName' | 'unknownState'
>

/** Countries in ISO 3166-1 that count as US states here, as in US mail. */
const territories = new Set(['PR', 'VI', 'GU', 'AS', 'MP'])
const territoryCodes: Record<string, string> = { PRI: 'PR', VIR: 'VI', GUM: 'GU', ASM: 'AS', MNP: 'MP' }
const usZip = /^(\d{3,5})(?:-?\d{4})?$/

/**
 * The place that a row names, without coordinates. The country defaults to the United States if the state or
 * ZIP is a US one. US ZIPs get five digits and supply a missing state. Throws `RowRejectedError`.
 */
export function parsePlace(row: RosterRow, lookups: LookupTables): Place {
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
function normalizeZip(zipcode: string): string {
  const [, digits] = usZip.exec(zipcode) ?? []
  return digits === undefined ? zipcode : digits.padStart(5, '0')
}
