import type { SearchInfo } from '../contract.ts'
import { allCities } from '../rules.ts'
import { emptyValues, type SearchValues, showsTaxId } from './search-values.ts'

type Changes = Partial<SearchValues>

/**
 * Choosing a network resets country, state, city and address, and drops a tax ID that the form no longer
 * shows.
 */
export function chooseNetwork(network: string, values: SearchValues, search: SearchInfo): Changes {
  const { country, state, city, address } = emptyValues(search, network)
  const taxId = showsTaxId(search, { network }) ? values.taxId : ''
  return { network, country, state, city, address, taxId }
}

/** Choosing a country resets state, city and address. */
export const chooseCountry = (country: string): Changes => ({ country, state: '', city: '', address: '' })

/** Choosing a state resets city and address. */
export const chooseState = (state: string): Changes => ({ state, city: '', address: '' })

/** Choosing a city keeps the address only for a single city; choosing All Cities also clears the ZIP. */
export function chooseCity(city: string, values: SearchValues): Changes {
  const isOneCity = city !== '' && city !== allCities
  return {
    city,
    address: isOneCity ? values.address : '',
    zipCode: city === allCities ? '' : values.zipCode,
  }
}
