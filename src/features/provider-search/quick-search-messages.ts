/** User-facing text of the quick search that few searches need. It loads on demand. */
export const messages = {
  severalWithNumber: 'Several providers have this number. Choose one from the list.',
  numberElsewhere: (town: string) =>
    `The provider with this number is in ${town}. Choose it from the list to search there.`,
  locationDenied: 'Your browser didn’t share your location. Enter a city or ZIP code instead.',
  locationUnknown: 'We couldn’t find your location. Enter a city or ZIP code instead.',
  nowhere: 'We couldn’t find a place near you. Enter a city or ZIP code instead.',
  noNetwork: (place: string) => `None of our networks covers ${place}.`,
  notCovered: 'This search doesn’t cover your location. Enter a city or ZIP code instead.',
} as const
