/** The id of a search form field, for links from its error. */
export const fieldId = (field: string) => `search-${field}`
