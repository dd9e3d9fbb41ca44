import { z } from 'zod'
import { type Database, rowOf, sql } from '#platform/server/database.ts'

export type Point = { latitude: number; longitude: number }
export type NearestPlace = { km: number; country: string; state: string }

const earthKm = 6371.0088
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Kilometers along the great circle. */
export function kilometersBetween(a: Point, b: Point): number {
  const [x, y, z] = vectorOf(a)
  const [u, v, w] = vectorOf(b)
  return kilometersOf(x * u + y * v + z * w)
}

/** The countries that write one another's addresses: "FR" stands for Réunion, "NL" for Aruba. */
const families = [
  ['FR', 'GP', 'MQ', 'GF', 'RE', 'YT', 'PM', 'BL', 'MF', 'NC', 'PF', 'WF', 'TF'],
  ['NL', 'AW', 'CW', 'SX', 'BQ'],
  ['GB', 'IM', 'JE', 'GG', 'GI', 'FK', 'BM', 'KY', 'VG', 'TC', 'AI', 'MS', 'SH'],
  ['DK', 'FO', 'GL'],
  ['NO', 'SJ'],
  ['FI', 'AX'],
  ['CN', 'HK', 'MO'],
  ['AU', 'CX', 'CC', 'NF'],
  ['NZ', 'CK', 'NU', 'TK'],
  ['US', 'UM'],
  ['MA', 'EH'],
]
const familyOf = (country: string) => families.find((family) => family.includes(country)) ?? [country]

/**
 * Where the world's places of a thousand people or more are, to tell what country and state a point may be in. Of each
 * place its unit vector: the nearest one has the largest scalar product, and 140,000 are looked at in a millisecond.
 */
export type PlaceIndex = ReturnType<typeof placeIndex>

/** Reads the index from the gazetteer. */
export async function readPlaceIndex(db: Database) {
  const found = await rowOf(
    db,
    z.object({ lines: z.string() }),
    sql`
    select coalesce(string_agg(concat_ws(' ', country_id, coalesce(state_id, '-'), latitude, longitude), E'\n'
                               order by country_id), '') as lines
      from city`,
  )
  return placeIndex((found?.lines ?? '').split('\n').map((line) => line.split(' ')))
}

function placeIndex(places: readonly string[][]) {
  const vectors = new Float64Array(places.length * 3)
  const ranges = new Map<string, { from: number; to: number }>()
  for (const [at, [country = '', , latitude = '', longitude = '']] of places.entries()) {
    vectors.set(vectorOf({ latitude: Number(latitude), longitude: Number(longitude) }), at * 3)
    ranges.set(country, { from: ranges.get(country)?.from ?? at, to: at + 1 })
  }
  const everywhere = [{ from: 0, to: places.length }]
  const rangesOf = (country: string) => familyOf(country).flatMap((each) => ranges.get(each) ?? [])

  function nearestAmong(point: Point, among: typeof everywhere, isMeant = (_at: number) => true) {
    const [x, y, z] = vectorOf(point)
    let best = -1
    let nearest = -2
    for (const { from, to } of among) {
      for (let at = from; at < to; at += 1) {
        const product = x * at3(at, 0) + y * at3(at, 1) + z * at3(at, 2)
        if (product > nearest && isMeant(at)) {
          nearest = product
          best = at
        }
      }
    }
    const [country = '', state = ''] = places[best] ?? []
    return best < 0 ? undefined : { km: kilometersOf(nearest), country, state }
  }
  const at3 = (at: number, axis: number) => vectors[at * 3 + axis] ?? 0

  return {
    /** The nearest place of a country, its territories included. */
    nearestIn: (country: string, point: Point): NearestPlace | undefined =>
      nearestAmong(point, rangesOf(country)),
    nearest: (point: Point): NearestPlace | undefined => nearestAmong(point, everywhere),
    nearestInState: (country: string, state: string, point: Point): NearestPlace | undefined =>
      nearestAmong(point, rangesOf(country), (at) => places[at]?.[1] === state),
    /** The states that have places within so many kilometers, behind the country. */
    statesWithin(country: string, point: Point, km: number): Set<string> {
      const [x, y, z] = vectorOf(point)
      const least = Math.cos(km / earthKm)
      const states = new Set<string>()
      for (const { from, to } of rangesOf(country))
        for (let at = from; at < to; at += 1)
          if (x * at3(at, 0) + y * at3(at, 1) + z * at3(at, 2) >= least) states.add(places[at]?.[1] ?? '')
      return states
    },
  }
}

function vectorOf({ latitude, longitude }: Point): [number, number, number] {
  const [phi, lambda] = [radians(latitude), radians(longitude)]
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}

const kilometersOf = (product: number) => earthKm * Math.acos(Math.min(1, Math.max(-1, product)))
