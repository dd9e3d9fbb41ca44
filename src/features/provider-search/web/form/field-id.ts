import { messages } from '../../messages.ts'
import { homeCountry, type SearchValues } from '../search-values.ts'

/** The id of a field on the page, by which the summary of what is wrong leads to it. */
export const fieldId = (field: keyof SearchValues) => `search-${field}`

/** The label of the field, in the words of the chosen country. */
export function fieldLabel(field: keyof SearchValues, { country }: Pick<SearchValues, 'country'>): string {
  if (field === 'name') return messages.providerName
  if (field === 'state' && country !== homeCountry) return messages.stateAbroad
  if (field === 'zipCode' && country !== homeCountry)
    return country === '' ? messages.zipOrPostalCode : messages.postalCode
  return messages[field]
}
