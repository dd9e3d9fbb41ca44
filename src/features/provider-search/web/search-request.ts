import type { SearchInfo, SearchRequest } from '../contract.ts'
import { allCities, isSufficient, kilometresOf, offersRange, usesAddress } from '../rules.ts'
import { familyOf, type SearchValues, showsTaxId } from './search-values.ts'

/** The search that the form's values ask for, still without the point it goes round. */
export function requestOf(values: SearchValues, search: SearchInfo): SearchRequest {
  const family = familyOf(search, values)
  const isEverywhere = values.city === allCities
  const ranged = offersRange(values, family) ? kilometresOf(values.range, search.unit) : undefined
  return {
    providerSearchCode: search.code,
    country: given(values.country),
    state: given(values.state),
    city: isEverywhere ? undefined : given(values.city),
    address: usesAddress(values, family) ? given(values.address) : undefined,
    zipCode: given(values.zipCode),
    providerType: given(values.providerType),
    name: given(values.name),
    taxId: showsTaxId(search, values) ? given(values.taxId) : undefined,
    rangeInKM: isEverywhere ? 0 : ranged,
  }
}

/** Whether the values are enough for a search. */
export const isEnough = (values: SearchValues, search: SearchInfo): boolean =>
  isSufficient(requestOf(values, search), familyOf(search, values))

/** Whether two forms ask for the same. */
export const isSameSearch = (one: SearchValues, other: SearchValues, search: SearchInfo): boolean =>
  one.network === other.network &&
  JSON.stringify(requestOf(one, search)) === JSON.stringify(requestOf(other, search))

/** The place of a search in words, as a geocoder reads it: "80 SW 8th St, Miami, FL 33130, United States". */
export function placeInWords(
  { address, city, zipCode }: SearchValues,
  { state, country }: { state: string; country: string },
): string {
  return [address, city, `${state} ${zipCode}`, country]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', ')
}

const given = (text: string) => (text === '' ? undefined : text)
