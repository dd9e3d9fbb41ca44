import { messages as searchMessages } from './messages.ts'

/**
 * User-facing text of the form with all fields and of the dialogs, with that of the search. It loads with them. Strings that
 * the specification fixes appear word for word.
 */
export const messages = {
  ...searchMessages,

  countriesFailed: 'An error occurred retrieving countries',
  statesFailed: 'An error occurred retrieving states',
  citiesFailed: 'An error occurred retrieving cities',
  providerTypesFailed: 'An error occurred retrieving provider types',
  allSelected: '“All” is selected instead.',
  fieldErrors: 'Please check these fields:',
  fewerOptions: 'Fewer options',

  formInstruction:
    'You must enter sufficient information for a valid search, such as a location or provider details.',
  stillRunning:
    'Your previous search is still running. Would you like to proceed with these new search parameters instead?',
  disclaimer: 'For assistance in this country/US territory, please contact the provider directly.',
  chooseCountry: 'Choose a country',
  chooseState: 'Choose a state',
  chooseCity: 'Choose a city',
  chooseType: 'Choose a provider type',
  countryFirst: 'Choose a country first',
  stateFirst: 'Choose a state first',
  cityFirst: 'Choose a city first',
  addressUnused: 'Not used for this search',
  zipMismatch: (place: string, chosen: string) =>
    `${place} is not in ${chosen}. Your search will use the ZIP code.`,
  useZipOnly: (state: string) => `Remove ${state}`,
  noneInState: (state: string) =>
    `There are none in ${state}. With a city or ZIP code, the search finds the nearest ones.`,
  thisState: 'this state',
  invalidTitle: 'Invalid Search',
  disclaimerTitle: 'Invalid Selection',
  stillRunningTitle: 'Search in progress',
} as const
