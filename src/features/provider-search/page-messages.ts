import { messages as searchMessages } from './messages.ts'

/**
 * User-facing text of the page of a search, with that of the quick search form, which the start page has, too. Strings that
 * the specification fixes appear word for word.
 */
export const messages = {
  ...searchMessages,

  infoFailed: 'An error occurred retrieving provider search info',
  detailFailed: 'An error occurred getting provider search detail',
  providersFailed: 'An error occurred retrieving providers',
  loadingSearch: 'Loading the provider search',
  restrictedAdvice:
    'You can only use this search from an approved location. If you should have access, contact customer service.',
  signInNeeded: 'Please log in',
  signInAdvice: 'Log in to use this provider search.',
  toStart: 'Go to the home page',
  providerSearch: 'Provider Search',
  moreOptions: 'More options',
  notSearchable: (field: string) =>
    `The ${field.toLowerCase()} in this link is too long or contains invalid characters.`,
  unknownPlace: {
    zipCode: 'We couldn’t find this code. Check it, or enter a city instead.',
    city: 'We couldn’t find this place. Check the spelling, or enter a larger city nearby.',
  },
  results: 'Results',
  found: (count: number) => (count === 1 ? '1 provider found' : `${count} providers found`),
} as const
