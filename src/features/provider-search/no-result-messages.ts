import { messages as resultMessages } from './result-messages.ts'

/** User-facing text of a search without results. It loads on demand. */
export const messages = {
  ...resultMessages,

  widen: (range: string) => `Search within ${range}`,
  allTypes: 'Search all provider types',
  withoutName: 'Search without the name',
  nearest: (distance: string, town: string) =>
    town ? `The nearest one is ${distance} away, in ${town}.` : `The nearest one is ${distance} away.`,
  noneNear: (distance: string, place: string) => `There are none within ${distance} of ${place}.`,
  searchedNetwork: (network: string) => `You searched the ${network}.`,
  otherNetwork: (network: string) => `Search the ${network}`,
  relatedTypes: 'People go to these for similar care:',
  relatedFound: (type: string, count: number, most: number, note: string) =>
    `${type} (${count > most ? `${most}+` : count}${note})`,
  relatedAway: (type: string, distance: string, note: string) => `${type} (${distance} away${note})`,
  withEmergencyRoom: ', with emergency room',
  someWithEmergencyRoom: ', some with emergency room',
  nearestProviders: 'The nearest providers',
  callForHelp: 'We can help you find a provider. Call us at',
} as const
