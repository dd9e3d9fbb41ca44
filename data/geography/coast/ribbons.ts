import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import clipping, { type Polygon } from 'polygon-clipping'
import type { Ring } from '../../../tools/base-map/rings.ts'

/** A position in the middle of a river, and how wide it is there, in km. */
type Station = { lng: number; lat: number; width: number }

const file = new URL('tidal-rivers.csv', import.meta.url)
const kmPerDegree = 111.32
const stepsBetween = 6

/** The tidal rivers that GSHHG closes at their mouths, each a ribbon along the stations of `tidal-rivers.csv`. */
export function tidalRivers(): Polygon[] {
  const rows: Record<string, string>[] = parse(readFileSync(file), { columns: true })
  const rivers = Map.groupBy(rows, ({ river }) => river)
  return [...rivers.values()].map((stations) =>
    ribbon(
      stations.map(({ latitude, longitude, width }) => ({
        lng: Number(longitude),
        lat: Number(latitude),
        width: Number(width),
      })),
    ),
  )
}

/** The land without the rivers: its pieces, each with what the rivers enclose as holes. */
export function without(rivers: Polygon[], outline: Ring): Polygon[] {
  const [west, south, east, north] = boundsOf(outline)
  const near = rivers.filter(([bank = []]) =>
    bank.some(([lng, lat]) => lng > west && lng < east && lat > south && lat < north),
  )
  return near.length > 0 ? clipping.difference([outline as Polygon[0]], ...near) : [[outline as Polygon[0]]]
}

function ribbon(stations: Station[]): Polygon {
  const course = smooth(stations)
  const banks = course.map((station, index) => {
    const [from, to] = [course[index - 1] ?? station, course[index + 1] ?? station]
    const narrowing = Math.cos((station.lat * Math.PI) / 180)
    const [east, north] = [(to.lng - from.lng) * narrowing, to.lat - from.lat]
    const half = station.width / 2 / kmPerDegree / Math.hypot(east, north)
    const [acrossLng, acrossLat] = [(-north * half) / narrowing, east * half]
    return {
      left: [station.lng + acrossLng, station.lat + acrossLat],
      right: [station.lng - acrossLng, station.lat - acrossLat],
    }
  })
  const bank = [...banks.map(({ left }) => left), ...banks.map(({ right }) => right).reverse()]
  return [[...bank, ...bank.slice(0, 1)] as Polygon[0]]
}

/** The curve through the stations (Catmull and Rom). */
function smooth(stations: Station[]): Station[] {
  const curve = stations.slice(0, -1).flatMap((from, index) => {
    const to = stations[index + 1] ?? from
    const [before, after] = [stations[index - 1] ?? from, stations[index + 2] ?? to]
    return Array.from({ length: stepsBetween }, (_, step) => {
      const share = step / stepsBetween
      const along = (key: keyof Station) => bent(before[key], from[key], to[key], after[key], share)
      return { lng: along('lng'), lat: along('lat'), width: along('width') }
    })
  })
  return [...curve, ...stations.slice(-1)]
}

function bent(before: number, from: number, to: number, after: number, share: number) {
  const slope = (to - before) / 2
  const nextSlope = (after - from) / 2
  const rise = to - from
  return (
    from +
    share * (slope + share * (3 * rise - 2 * slope - nextSlope + share * (slope + nextSlope - 2 * rise)))
  )
}

function boundsOf(ring: Ring): [west: number, south: number, east: number, north: number] {
  return ring.reduce<[number, number, number, number]>(
    ([west, south, east, north], [lng = 0, lat = 0]) => [
      Math.min(west, lng),
      Math.min(south, lat),
      Math.max(east, lng),
      Math.max(north, lat),
    ],
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
}
