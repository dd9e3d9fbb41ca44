import type { Provider } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { fromKilometers, type Unit } from '../../rules.ts'

/** How far away a provider is, in words: "3.20 mi"; empty where the search did not go round a point. */
export const formatDistance = ({ distance }: Provider, unit: Unit): string =>
  distance === null ? '' : messages.distanceAway(fromKilometers(distance, unit).toFixed(2), unit)
