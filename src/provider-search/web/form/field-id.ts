import { messages } from '../../messages.ts'
import type { SearchValues } from '../search-values.ts'

/** The id of a field on the page, by which the summary of what is wrong leads to it. */
export const fieldId = (field: keyof SearchValues) => `search-${field}`

/** What stands above the field. */
export const labelOf = (field: keyof SearchValues) => messages[field === 'name' ? 'providerName' : field]
