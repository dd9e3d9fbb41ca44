import type { SearchValues } from '../search-values.ts'

/** The id of a field on the page, by which the summary of what is wrong leads to it. */
export const fieldId = (field: keyof SearchValues) => `search-${field}`
