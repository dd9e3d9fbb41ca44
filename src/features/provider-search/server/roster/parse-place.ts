import { RowRejectedError } from '#platform/server/csv/row-rejected-error.ts'
import type { Reference } from './lookup-tables.ts'
import type { ProviderRow } from './provider-row.ts'
import type { RosterRow } from './roster-columns.ts'
import { messages } from './roster-messages.ts'

type Place = Pick<
  ProviderRow,
  'city' | 'stateId' | 'stateShown' | 'zipcode' | 'countryId' | 'countryName' | 'unknownState'
>

/** Countries of ISO 3166-1 that are states of the United States here, as in its post. */
const territories = new Set(['PR', 'VI', 'GU', 'AS', 'MP'])
const territoryCodes: Record<string, string> = { PRI: 'PR', VIR: 'VI', GUM: 'GU', ASM: 'AS', MNP: 'MP' }
const usZip = /^(\d{3,5})(?:-?\d{4})?$/

/**
 * The place a row names, without its point. The country is the United States when none is named and state or
 * ZIP is one of theirs. Their ZIPs come out with five digits, and fill in the state. Throws `RowRejectedError`.
 */
export function parsePlace(row: RosterRow, reference: Reference): Place {
  if (!row.zipcode && !row.city && !(row.latitude && row.longitude))
    throw new RowRejectedError(messages.noPlace)
  const territory = territoryOf(row.country, reference)
  const country = territory ? 'US' : row.country || countryByDefault(row, reference)
  const found = reference.countryOf(country)
  if (!found)
    throw new RowRejectedError(row.country ? messages.unknownCountry(row.country) : messages.noCountry)
  const isUs = found.id === 'US'
  const zipcode = isUs ? fiveDigits(row.zipcode) : row.zipcode
  const named = territory ?? row.state
  const state = named
    ? reference.stateOf(named, found.id)
    : reference.stateById((isUs && reference.zipOf(zipcode)?.state) || '')
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

/** The state that a country is here, by its ISO code of two or three letters or its name. */
function territoryOf(country: string, reference: Reference): string | undefined {
  const code = country.toUpperCase()
  if (territories.has(code)) return code
  if (territoryCodes[code]) return territoryCodes[code]
  if (country === '' || reference.countryOf(country)) return undefined
  const state = reference.stateOf(country, 'US')
  return state && territories.has(state.id) ? state.id : undefined
}

function countryByDefault({ state, zipcode }: RosterRow, reference: Reference): string {
  if (state && reference.stateOf(state, 'US')) return 'US'
  return !state && zipcode && reference.zipOf(fiveDigits(zipcode)) ? 'US' : ''
}

/** A United States ZIP without its +4, and with the leading zeros that spreadsheets drop. */
function fiveDigits(zipcode: string): string {
  const [, digits] = usZip.exec(zipcode) ?? []
  return digits === undefined ? zipcode : digits.padStart(5, '0')
}
