import type { Database } from '#platform/db/database.ts'
import type { Place } from '../contract.ts'
import { home } from './describe-places.ts'
import { type CountryIds, findZips } from './find-postal-codes.ts'
import type { Landmark, Landmarks } from './landmarks.ts'
import type { PlaceNames } from './place-names.ts'

/** The fewest letters of the beginning of a name. */
const minBeginning = 4
const maxBegun = 2
/** A text of so few letters, such as the code of an airport, is more often the beginning of another name. */
const maxCode = 3

export type FoundLandmarks = { exact: Place[]; beginnings: Place[] }

/** The landmarks with the typed name, alone or with its state, and those whose names begin with it. */
export async function findLandmarks(
  db: Database,
  names: Pick<PlaceNames, 'landmarks' | 'regions'>,
  readings: readonly { key: string; begun: string; regionKey: string }[],
  countryIds: CountryIds,
): Promise<FoundLandmarks> {
  const [whole, ...divided] = readings
  if (!whole || !(countryIds?.includes(home.countryId) ?? true)) return { exact: [], beginnings: [] }
  const named = names.landmarks.get(whole.key)
  const begun = listBegun(names.landmarks, whole.begun)
    .filter((each) => each !== named)
    .slice(0, maxBegun)
  const inStates = divided.map(async ({ key, regionKey }) => {
    const places = await toPlaces(db, [names.landmarks.get(key)])
    const regions = names.regions.filter(
      (region) => region.key === regionKey && region.countryId === home.countryId,
    )
    return places.filter(({ state }) => regions.some(({ stateId }) => stateId === null || stateId === state))
  })
  const [exact, beginnings, withState] = await Promise.all([
    toPlaces(db, [named]),
    toPlaces(db, begun),
    Promise.all(inStates),
  ])
  const isCode = whole.key.length <= maxCode
  return {
    exact: [...(isCode ? [] : exact), ...withState.flat()],
    beginnings: [...(isCode ? exact : []), ...beginnings],
  }
}

function listBegun(landmarks: Landmarks, begun: string): Landmark[] {
  if (begun.length < minBeginning) return []
  return [...new Set([...landmarks].filter(([key]) => key.startsWith(begun)).map(([, landmark]) => landmark))]
}

/** The ZIPs of landmarks, under their names. */
async function toPlaces(db: Database, landmarks: readonly (Landmark | undefined)[]): Promise<Place[]> {
  const found = await Promise.all(
    landmarks.map(async (landmark) => {
      const [zip] = landmark ? await findZips(db, landmark.zipCode, undefined) : []
      return zip && { ...zip, label: `${landmark?.name}, ${zip.label}` }
    }),
  )
  return found.filter((place) => place !== undefined)
}
