import { messages } from '../../messages.ts'
import { homeCountry, type SearchValues } from '../search-values.ts'

/** The element ID of a field, which the error summary links to. */
export const fieldId = (field: keyof SearchValues) => `search-${field}`

/** The label of a field, worded for the chosen country. */
export function fieldLabel(field: keyof SearchValues, { country }: Pick<SearchValues, 'country'>): string {
  if (field === 'name') return messages.providerName
  if (field === 'state' && country !== homeCountry) return messages.stateAbroad
  if (field === 'zipCode' && country !== homeCountry)
    return country === '' ? messages.zipOrPostalCode : messages.postalCode
  return messages[field]
}
