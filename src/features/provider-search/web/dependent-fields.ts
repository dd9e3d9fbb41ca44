import type { SearchInfo } from '../contract.ts'
import { allCities } from '../rules.ts'
import { emptyValues, type SearchValues, showsTaxId } from './search-values.ts'

type Changes = Partial<SearchValues>

/** What choosing a network changes: country, state and city begin anew; a tax id goes where none is shown. */
export function networkChosen(network: string, values: SearchValues, search: SearchInfo): Changes {
  const { country, state, city, address } = emptyValues(search, network)
  const taxId = showsTaxId(search, { network }) ? values.taxId : ''
  return { network, country, state, city, address, taxId }
}

/** What choosing a country changes: state and city begin anew. */
export const countryChosen = (country: string): Changes => ({ country, state: '', city: '', address: '' })

/** What choosing a state changes: the city begins anew. */
export const stateChosen = (state: string): Changes => ({ state, city: '', address: '' })

/** What choosing a city changes: without one there is no address, and all cities have no ZIP either. */
export function cityChosen(city: string, values: SearchValues): Changes {
  const isOneCity = city !== '' && city !== allCities
  return {
    city,
    address: isOneCity ? values.address : '',
    zipCode: city === allCities ? '' : values.zipCode,
  }
}
