import { Rejected } from '#platform/server/csv/rejected.ts'
import type { ProviderRow } from './provider-row.ts'
import type { Reference } from './reference.ts'
import type { RosterRow } from './roster-columns.ts'
import { messages } from './roster-messages.ts'

type Place = Pick<ProviderRow, 'city' | 'stateId' | 'stateShown' | 'zipcode' | 'countryId' | 'countryName'>

/** Countries by ISO 3166-1 that are states of the United States here, as in its post. */
const territories = new Set(['PR', 'VI', 'GU', 'AS', 'MP'])
const usZip = /^(\d{3,5})(?:-?\d{4})?$/

/**
 * The place a row names, without its point. The country is the United States when none is named and state or
 * ZIP is one of theirs. Their ZIPs come out with five digits, and fill in the state. Throws `Rejected`.
 */
export function placeIn(row: RosterRow, reference: Reference): Place {
  if (!row.zipcode && !row.city && !(row.latitude && row.longitude)) throw new Rejected(messages.noPlace)
  const isTerritory = territories.has(row.country)
  const country = isTerritory ? 'US' : row.country || countryByDefault(row, reference)
  const found = reference.countryOf(country)
  if (!found) throw new Rejected(row.country ? messages.unknownCountry(row.country) : messages.noCountry)
  const isUs = found.id === 'US'
  const zipcode = isUs ? fiveDigits(row.zipcode) : row.zipcode
  const state = stateIn(isTerritory ? row.country : row.state, zipcode, found.id, reference)
  return {
    city: row.city || null,
    stateId: state?.id ?? null,
    stateShown: state ? (isUs ? state.id : state.name) : null,
    zipcode: zipcode || null,
    countryId: found.id,
    countryName: found.name,
  }
}

function countryByDefault({ state, zipcode }: RosterRow, reference: Reference): string {
  if (state && reference.stateOf(state, 'US')) return 'US'
  return !state && zipcode && reference.stateOfZip(fiveDigits(zipcode)) ? 'US' : ''
}

function stateIn(value: string, zipcode: string, country: string, reference: Reference) {
  const named = value || (country === 'US' ? (reference.stateOfZip(zipcode) ?? '') : '')
  if (named === '') return undefined
  const state = reference.stateOf(named, country)
  if (!state) throw new Rejected(messages.unknownState(named, country))
  return state
}

/** A United States ZIP without its +4, and with the leading zeros that spreadsheets drop. */
function fiveDigits(zipcode: string): string {
  const [, digits] = usZip.exec(zipcode) ?? []
  return digits === undefined ? zipcode : digits.padStart(5, '0')
}
