/** Every sentence of the provider search that a person can meet, word for word as specified. */
export const messages = {
  formInstruction:
    'You must enter sufficient information for a valid search, such as a location or provider details.',
  invalidSearch:
    'Please modify your search criteria and try again. Ensure you have entered sufficient information for a valid search, such as a location or provider details.',
  noResults: 'No results were found.  Please select new search criteria and try again.',
  moreThan: (limit: number) =>
    `Your search returned more than ${limit} results. Please consider refining your search.`,
  stillRunning:
    'Your previous search is still running. Would you like to proceed with these new search parameters instead?',
  disclaimer: 'For assistance in this country/US territory, please contact the provider directly.',
  accessRestricted: 'Access Restricted',
  configurationFailed:
    'An error occurred retrieving configuration data needed to process your request. Please try again.',
  infoFailed: 'An error occurred retrieving provider search info',
  countriesFailed: 'An error occurred retrieving countries',
  statesFailed: 'An error occurred retrieving states',
  citiesFailed: 'An error occurred retrieving cities',
  providerTypesFailed: 'An error occurred retrieving provider types',
  providersFailed: 'An error occurred retrieving providers',
  geocodeFailed: 'Unable to geocode location',
  detailFailed: 'An error occurred getting provider search detail',
  unknownDefinition: 'There is no such provider search.',
  definitionMissing: 'Name the provider search in the provider-code header.',
  definitionsDisagree: 'The provider-code header and providerSearchCode name different provider searches.',
  unknownNetwork: 'This provider search has no such network.',
} as const
