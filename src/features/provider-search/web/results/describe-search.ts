import type { QueryClient } from '@tanstack/react-query'
import { domesticStates } from '#geography/rules.ts'
import type { Provider, SearchInfo } from '../../contract.ts'
import { messages } from '../../result-messages.ts'
import { allCities, allTypes, fromKilometers, isDistanceSearch, offersRange, type Unit } from '../../rules.ts'
import { countriesQuery, lookupParams, statesQuery } from '../lookup-queries.ts'
import { type Center, formatAddress, formatRange } from '../search-request.ts'
import { homeCountry, networkFamily, type SearchValues } from '../search-values.ts'

/** A criterion of a search: label and value. */
export type Part = [label: string, words: string]

/** Describes a search in words. The names of states and countries come from the form's cached lookups. */
export function describeSearch(
  queries: QueryClient,
  search: SearchInfo,
  values: SearchValues,
  found: readonly Provider[],
): Part[] {
  const isRanged =
    isDistanceSearch(values, networkFamily(search, values)) &&
    offersRange(values, networkFamily(search, values))
  const place = formatAddress(
    { ...values, city: values.city === allCities ? messages.allCities : values.city },
    readRegionNames(queries, search, values),
  )
  const parts: Part[] = [
    [
      messages.network,
      Object.keys(search.networks).length > 1 ? (search.networks[values.network] ?? '') : '',
    ],
    [messages.providerType, describeType(values, found)],
    [messages.place, place],
    [messages.range, isRanged ? messages.within(formatRange(values.range, search.unit)) : ''],
    [messages.providerName, values.name],
    [messages.taxId, values.taxId],
  ]
  return parts.filter(([, words]) => words !== '')
}

/** Uses the first result's description of the type: every result of a search for one type has that type. */
const describeType = ({ providerType }: SearchValues, [first]: readonly Provider[]) =>
  providerType === allTypes ? messages.everyType : (first?.providerType ?? providerType)

/** The names of the state and the country, from the cached lookups of the form. */
function readRegionNames(
  queries: QueryClient,
  search: SearchInfo,
  { network, country, state, city, zipCode }: SearchValues,
) {
  if (networkFamily(search, { network }) === 'domestic') {
    const named = domesticStates.find(({ id }) => id === state)?.name
    return { state: city || zipCode ? state : (named ?? state), country: messages.unitedStates }
  }
  const params = lookupParams(search, network)
  const states = queries.getQueryData(statesQuery(params, country).queryKey)
  return {
    state: states?.find(({ id }) => id === state)?.name ?? state,
    country: findCountryName(queries, search, { network }, country),
  }
}

/** The name of a country, from the network's cached lookup. */
export function findCountryName(
  queries: QueryClient,
  search: SearchInfo,
  { network }: Pick<SearchValues, 'network'>,
  country: string,
): string {
  if (country === homeCountry) return messages.unitedStates
  const countries = queries.getQueryData(countriesQuery(lookupParams(search, network)).queryKey)
  return countries?.find(({ id }) => id === country)?.name ?? country
}

/** Formats the distance of a provider: "3.20 mi"; empty unless the search was by distance. */
export const formatDistance = ({ distance }: Provider, unit: Unit): string =>
  distance === null ? '' : messages.distanceAway(fromKilometers(distance, unit).toFixed(2), unit)

/** The radius from which a postal code is a wide area, in kilometers. */
const wideAreaKm = 10

/** Says what distances are measured from and, for a wide area, how exact they are: "about 50 miles". */
export function describeCenter(
  { label, radiusKm = 0 }: Pick<Center, 'label' | 'radiusKm'>,
  unit: Unit,
): string {
  if (radiusKm < wideAreaKm) return messages.measuredFrom(label)
  const radius = fromKilometers(radiusKm, unit)
  const digits = 10 ** Math.max(Math.floor(Math.log10(radius)), 0)
  return messages.measuredFromArea(label, formatRange(Math.round(radius / digits) * digits, unit))
}

/**
 * The place that distances are measured from; empty for a street address: lists for others, like shared links, do not
 * say where the person is.
 */
export const nameCenter = (center: Pick<Center, 'label' | 'precision'> | undefined): string =>
  center && center.precision !== 'address' ? center.label : ''
