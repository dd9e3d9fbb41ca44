/**
 * Makes `postal-codes-abroad.csv.gz`: `node data/geography/build-postal-codes.ts FILE`, where FILE is
 * `postal_codes_world.csv.gz` (country, postal_code, place, state, latitude, longitude; GeoNames' postal codes as GitHub
 * `zauberware/postal-codes-json-xml-csv` has them). Reads this folder's cities and states, so `build.ts` comes first.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { kilometersBetween } from '#geography/rules.ts'

type Row = Record<string, string>
type Point = { latitude: number; longitude: number }
type Code = Point & {
  country: string
  key: string
  code: string
  place: string
  state: string
  radius: number
}

const [file] = process.argv.slice(2)
if (!file) throw new Error('Name the file: node data/geography/build-postal-codes.ts FILE')

const read = (path: string | URL): Row[] => {
  const bytes = readFileSync(path)
  return parse(String(path).endsWith('.gz') ? gunzipSync(bytes) : bytes, { columns: true })
}
const here = (name: string) => read(new URL(name, import.meta.url))

/** Portugal has a code for every street; an area is the first four digits. */
const digitsOfArea = 4
/** How far points can be off where the source is coarse, in kilometers. */
const coarse: Record<string, number> = { DO: 30, BR: 15 }
/** How many neighbors tell the density of codes. */
const neighbors = 6
/** A code whose place is a city that lies farther away is wrong; it gets the point of the city. */
const maxDistanceKm = 100

const cities = Map.groupBy(
  here('cities.csv.gz').map(({ name = '', country_id = '', state_id = '', population, ...at }) => ({
    name,
    country: country_id,
    state: state_id,
    population: Number(population),
    latitude: Number(at.latitude),
    longitude: Number(at.longitude),
  })),
  ({ country }) => country,
)
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
const stateNames = [
  ...here('states.csv.gz').map(({ id = '', name = '' }) => [id, name] as const),
  ...here('state-aliases.csv').map(({ state_id = '', name = '' }) => [state_id, name] as const),
]
const states = new Map(stateNames.map(([id, name]) => [`${id.slice(0, 2)} ${plain(name)}`, id]))

const codes = [...Map.groupBy(read(file), (row) => `${row.country} ${keyOf(row)}`).values()].map(toCode)
let corrected = 0
for (const [country, all] of Map.groupBy(codes, ({ country }) => country)) {
  for (const code of all) correct(code, cities.get(country) ?? [])
  estimateRadii(all, coarse[country] ?? 0)
}
const lines = codes
  .toSorted((one, other) => (one.country + one.key < other.country + other.key ? -1 : 1))
  .map(({ country, key, code, place, state, latitude, longitude, radius }) =>
    [country, key, code === key ? '' : code, quoted(place), state, latitude, longitude, radius].join(','),
  )
const text = ['country_id,key,code,place,state_id,latitude,longitude,radius_km', ...lines].join('\n')
writeFileSync(new URL('postal-codes-abroad.csv.gz', import.meta.url), gzipSync(`${text}\n`, { level: 9 }))
process.stdout.write(`${codes.length} postal codes, ${corrected} moved to their city\n`)

function keyOf({ country, postal_code = '' }: Row): string {
  const key = postal_code.replace(/ CEDEX.*/, '').replaceAll(/[\s-]/g, '')
  return country === 'PT' ? key.slice(0, digitsOfArea) : key
}

/** The mean of the rows with the same key; of a code that is also one of companies (CEDEX), only the code itself. */
function toCode(rows: Row[]): Code {
  const own = rows.filter(({ postal_code = '' }) => !postal_code.includes('CEDEX'))
  const counted = own.length > 0 ? own : rows
  const { country = '', postal_code = '', state = '' } = counted[0] ?? {}
  const names = Map.groupBy(counted, ({ place = '' }) => place)
  const [place = ''] = [...names].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
  const mean = (column: string) =>
    Math.round((counted.reduce((sum, row) => sum + Number(row[column]), 0) / counted.length) * 1e4) / 1e4
  const point = { latitude: mean('latitude'), longitude: mean('longitude') }
  const distances = counted
    .map((row) =>
      kilometersBetween(point, { latitude: Number(row.latitude), longitude: Number(row.longitude) }),
    )
    .toSorted((a, b) => a - b)
  const key = keyOf(counted[0] ?? {})
  return {
    country,
    key,
    ...point,
    code: country === 'PT' ? key : postal_code.replace(/ CEDEX.*/, ''),
    place: place.replace(/ \(.*/, ''),
    state: states.get(`${country} ${plain(state)}`) ?? '',
    radius: distances[Math.floor(distances.length * 0.9)] ?? 0,
  }
}

/** Moves a code that is far from the city that it names; without a state, takes that of the nearest city. */
function correct(code: Code, within: readonly (Point & { name: string; state: string })[]) {
  const named = within.filter(({ name }) => plain(name) === plain(code.place))
  const [city] = named.toSorted((a, b) => kilometersBetween(code, a) - kilometersBetween(code, b))
  if (city && kilometersBetween(code, city) > maxDistanceKm) {
    corrected += 1
    Object.assign(code, { latitude: city.latitude, longitude: city.longitude, state: city.state })
  }
  if (code.state || within.length === 0) return
  const nearest = within.reduce((best, each) =>
    kilometersBetween(code, each) < kilometersBetween(code, best) ? each : best,
  )
  code.state = nearest.state
}

/** Estimates the area of each code from its nearest neighbors: a circle round it has one sixth of the circle of six. */
function estimateRadii(all: Code[], least: number) {
  const points = [...new Map(all.map((code) => [`${code.latitude} ${code.longitude}`, code])).values()]
  for (const code of all) {
    const nearest: number[] = []
    for (const other of points) {
      const degrees = Math.abs(other.latitude - code.latitude)
      if (nearest.length === neighbors && degrees * 111 > (nearest.at(-1) ?? 0)) continue
      const distance = kilometersBetween(code, other)
      if (distance === 0 || (nearest.length === neighbors && distance >= (nearest.at(-1) ?? 0))) continue
      nearest.splice(nearest.findLastIndex((each) => each <= distance) + 1, 0, distance)
      nearest.length = Math.min(nearest.length, neighbors)
    }
    const estimate = (nearest.at(-1) ?? 0) / Math.sqrt(neighbors)
    code.radius = Math.max(1, Math.round(Math.max(code.radius, estimate, least)))
  }
}

function quoted(value: string) {
  return /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}
