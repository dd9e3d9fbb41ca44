import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { type Database, queryRow, sql } from '#platform/db/database.ts'
import type { Place } from '../contract.ts'
import { home } from './describe-places.ts'
import type { Reading } from './find-places.ts'
import { type CountryIds, findZips } from './find-postal-codes.ts'
import type { PlaceNames } from './place-names.ts'

/** An airport, a neighborhood, a region or a hospital that people name instead of a city, with the ZIP that it means. */
type Landmark = { name: string; zipCode: string }
/** The landmarks by the key of each of their names. */
export type Landmarks = ReadonlyMap<string, Landmark>

const file = new URL('../../../../data/geography/landmarks.csv', import.meta.url)
const rows = z.array(z.object({ names: z.string(), zip_code: z.string() }))

export async function readLandmarks(db: Database): Promise<Landmarks> {
  const listed = rows.parse(parse(await readFile(file), { columns: true }))
  const named = listed.flatMap(({ names, zip_code: zipCode }) => {
    const typedNames = names.split('|')
    const landmark = { name: typedNames[0] ?? '', zipCode }
    return typedNames.map((typed) => ({ typed, landmark }))
  })
  const found = await queryRow(
    db,
    z.object({ keys: z.array(z.string()) }),
    sql`
    select array_agg(place_key(name) order by position) as keys
      from unnest(${named.map(({ typed }) => typed)}::text[]) with ordinality as given (name, position)`,
  )
  return new Map(named.map(({ landmark }, at) => [found?.keys[at] ?? '', landmark]))
}

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
  readings: readonly Reading[],
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
