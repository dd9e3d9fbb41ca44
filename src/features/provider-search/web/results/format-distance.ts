import type { Provider } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { fromKilometers, type Unit } from '../../rules.ts'

/** Formats the distance of a provider: "3.20 mi"; empty unless the search was by distance. */
export const formatDistance = ({ distance }: Provider, unit: Unit): string =>
  distance === null ? '' : messages.distanceAway(fromKilometers(distance, unit).toFixed(2), unit)
