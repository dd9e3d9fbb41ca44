import type { City, Point, State } from '#geography/contract.ts'
import { kilometersBetween } from '#geography/rules.ts'
import type { SearchValues } from '../search-values.ts'

/** Matches the end of the gazetteer's label for a ZIP: "Miami, FL 33131". */
const endsInStateAndZip = /, ([A-Z]{2}) \d{5}$/

/** The maximum distance of a ZIP from the center of its city, in kilometers. */
const maxDistanceKm = 50

/** The name of the chosen state or city if the ZIP's point lies outside of it; undefined if it lies within. */
export function findZipMismatch(
  { label, latitude, longitude }: Point,
  chosen: Pick<SearchValues, 'state' | 'city'>,
  states: readonly State[],
  cities: readonly City[],
): string | undefined {
  const state = endsInStateAndZip.exec(label)?.[1]
  const stateName = states.find(({ id }) => id === chosen.state)?.name ?? chosen.state
  if (state && state !== chosen.state) return chosen.city ? `${chosen.city}, ${stateName}` : stateName
  const city = cities.find(({ name }) => name === chosen.city)
  const isFar = city && kilometersBetween(city, { latitude, longitude }) > maxDistanceKm
  return isFar ? `${city.name}, ${stateName}` : undefined
}
