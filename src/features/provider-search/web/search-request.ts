import type { Point } from '#geography/contract.ts'
import type { SearchInfo, SearchRequest } from '../contract.ts'
import { messages } from '../messages.ts'
import {
  allCities,
  type Circle,
  isSearchComplete,
  offersRange,
  toKilometers,
  type Unit,
  usesAddress,
} from '../rules.ts'
import {
  homeCountry,
  networkFamily,
  type SearchValues,
  showsTaxId,
  withDefaultType,
} from './search-values.ts'

/** The search request for the form values, without the point of a search by distance. */
export function toSearchRequest(values: SearchValues, search: SearchInfo): SearchRequest {
  const family = networkFamily(search, values)
  const isAllCities = values.city === allCities
  const rangeInKM = offersRange(values, family) ? toKilometers(values.range, search.unit) : undefined
  return {
    providerSearchCode: search.code,
    country: optional(values.country),
    state: optional(values.state),
    city: isAllCities ? undefined : optional(values.city),
    address: usesAddress(values, family) ? optional(values.address) : undefined,
    zipCode: optional(values.zipCode),
    providerType: optional(values.providerType),
    name: optional(values.name),
    taxId: showsTaxId(search, values) ? optional(values.taxId) : undefined,
    rangeInKM: isAllCities ? 0 : rangeInKM,
  }
}

/** Whether the form values are enough for a search. */
export const isFormComplete = (values: SearchValues, search: SearchInfo): boolean =>
  isSearchComplete(toSearchRequest(values, search), networkFamily(search, values))

/** Whether two sets of values result in the same request. */
export const isSameSearch = (one: SearchValues, other: SearchValues, search: SearchInfo): boolean =>
  one.network === other.network &&
  JSON.stringify(toSearchRequest(one, search)) === JSON.stringify(toSearchRequest(other, search))

/** Formats the location of a search for a geocoder: "80 SW 8th St, Miami, FL 33130, United States". */
export function formatAddress(
  { address, city, zipCode }: SearchValues,
  { state, country }: { state: string; country: string },
): string {
  return [address, city, `${state} ${zipCode}`, country]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', ')
}

const optional = (text: string) => (text === '' ? undefined : text)

/** Messages for the fields of the form. */
type FieldMessages = Partial<Record<keyof SearchValues, string>>

/** The messages about what is missing for a complete search, at the fields that can supply it. */
export function describeMissing(values: SearchValues, search: SearchInfo): FieldMessages {
  return {
    ...(!isFormComplete(withDefaultType(values), search) && validatePlace(values, search)),
    ...(values.providerType === '' && { providerType: messages.missing.type }),
  }
}

function validatePlace(values: SearchValues, search: SearchInfo): FieldMessages {
  const { missing } = messages
  if (networkFamily(search, values) === 'domestic')
    return values.state ? { city: missing.cityAtHome } : { state: missing.state }
  if (!values.country) return { country: missing.country }
  return { city: values.country === homeCountry ? missing.cityOrPostalCode : missing.cityAbroad }
}

/** The center of a search, its precision and its name. */
export type Center = Pick<Point, 'latitude' | 'longitude' | 'precision' | 'label' | 'radiusKm'>

/** The circle of a search by distance with what the page says about its center. */
export type SearchCircle = Center & Circle

/** Formats a distance: "8.42 miles". */
export const formatDistanceInWords = (distance: number, unit: Unit): string =>
  `${distance.toFixed(2)} ${messages.units[unit].many}`

/** Formats a range: "1 mile", "10 kilometers". */
export function formatRange(range: number, unit: Unit): string {
  const { one, many } = messages.units[unit]
  return `${range} ${range === 1 ? one : many}`
}
