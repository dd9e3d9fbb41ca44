import { messages } from '../../messages.ts'
import { home, type SearchValues } from '../search-values.ts'

/** The id of a field on the page, by which the summary of what is wrong leads to it. */
export const fieldId = (field: keyof SearchValues) => `search-${field}`

/** The label of the field, in the words of the chosen country. */
export function labelOf(field: keyof SearchValues, { country }: Pick<SearchValues, 'country'>): string {
  if (field === 'name') return messages.providerName
  if (field === 'state' && country !== home) return messages.stateAbroad
  if (field === 'zipCode' && country !== home)
    return country === '' ? messages.zipOrPostalCode : messages.postalCode
  return messages[field]
}
