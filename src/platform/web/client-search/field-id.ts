/** The id of a field of the search form, to which its error leads. */
export const fieldId = (field: string) => `search-${field}`
