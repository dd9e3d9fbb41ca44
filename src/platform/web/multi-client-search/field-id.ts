/** The prefix of the IDs of search form fields. */
export const searchFieldPrefix = 'search'

/** The id of a search form field, for links from its error. */
export const fieldId = (field: string) => `${searchFieldPrefix}-${field}`
