import type { SuggestedProvider } from '../../contract.ts'
import { allTypes } from '../../rules.ts'
import { homeCountry, type SearchValues } from '../search-values.ts'

/** The meaning of a text, or a message; with `isChoice` if the suggestions have the possible meanings. */
export type ResolvedText = { changes: Partial<SearchValues> } | { message: string; isChoice?: boolean }

export const formatTown = ({ city, state, country }: SuggestedProvider) =>
  [city, country === homeCountry ? state : country].filter(Boolean).join(', ')

/** A search for a provider by name, at its place. */
export function searchForProvider({
  name,
  country,
  state,
  city,
  zipcode,
}: SuggestedProvider): Partial<SearchValues> {
  const zip = country === homeCountry ? (/^\d{5}/.exec(zipcode ?? '')?.[0] ?? '') : ''
  return {
    name,
    providerType: allTypes,
    country,
    state: zip === '' && country === homeCountry ? (state ?? '') : '',
    city: zip === '' ? (city ?? '') : '',
    zipCode: zip,
    address: '',
  }
}
