import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kilometersBetween } from '#geography/rules.ts'
import { execute, sql } from '#platform/db/database.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { searchProviders } from '../contract.ts'
import { allTypes } from '../rules.ts'
import { createProviderTable, writeDefinition, writeNetwork } from './directory/directory-store.ts'

const rows = 50_000
const searches = 1_000
const types = ['282N00000X', '261QU0200X', '207Q00000X'] as const
const networks = ['wideWorld', 'otherWorld'] as const
const cap = 251

type Row = {
  hash: string
  network: string
  type: string
  name: string
  preferred: boolean
  latitude: number
  longitude: number
}
type Search = {
  networks: readonly string[]
  type: string
  latitude: number
  longitude: number
  rangeInKM: number
  limit: number | undefined
}

let portal: Awaited<ReturnType<typeof openPortal>>
let world: Row[]

beforeAll(async () => {
  portal = await openPortal({ RATE_LIMIT_PER_MINUTE: 1_000_000 })
  for (const code of networks) {
    await writeNetwork(portal.databaseContext.owner, {
      code,
      label: code,
      family: 'domestic',
      showsTaxId: false,
      offersEmail: false,
    })
    await createProviderTable(portal.databaseContext.owner, code)
  }
  await writeDefinition(portal.databaseContext.owner, {
    key: 'world',
    code: 'world',
    name: 'World',
    title: 'World',
    access: 'public',
    unit: 'km',
    isVOB: false,
    feedback: false,
    networks: [...networks],
    messages: {},
  })
  world = scattered(rows)
  await execute(portal.databaseContext.owner, insertQuery(world))
})
afterAll(() => portal.close())

const part = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((millionths) => millionths / 1_000_000)

/** Generates a fixed data set: clusters, lone points, shared points, the antimeridian and the poles. */
function scattered(count: number): Row[] {
  const centers = [
    [25.8, -80.2],
    [40.7, -74],
    [-17.8, 179.9],
    [-16.5, -179.8],
    [89.7, 10],
    [-89.95, 0],
    [64.1, -21.9],
    [0, 0],
    [51.5, 0],
  ]
  const [made] = fc.sample(
    fc.array(fc.tuple(fc.nat(centers.length), part, part, fc.nat(5), fc.nat(3), fc.boolean()), {
      minLength: count,
      maxLength: count,
      size: 'max',
    }),
    { seed: 7, numRuns: 1 },
  )
  return (made ?? []).map(([cluster, x, y, spread, kind, preferred], index) => {
    const [latitude, longitude] = placed(centers[cluster], x, y, spread)
    return {
      hash: `h${index}`,
      network: networks[kind % 2] ?? networks[0],
      type: types[kind % types.length] ?? types[0],
      name: `Clinic ${index % 40}`,
      preferred,
      latitude,
      longitude,
    }
  })
}

function placed(center: number[] | undefined, x: number, y: number, spread: number): [number, number] {
  if (!center) return [y * 90, x * 180]
  const [latitude = 0, longitude = 0] = center
  const width = [0, 0.02, 0.2, 0.5, 1, 3][spread] ?? 1
  return [Math.max(-90, Math.min(90, latitude + y * width)), wrapped(longitude + x * width)]
}

const wrapped = (longitude: number) => ((longitude + 540) % 360) - 180

function insertQuery(all: Row[]) {
  const column = <Key extends keyof Row>(key: Key) => all.map((row) => row[key])
  return sql`
    insert into provider (network_code, hash, roster_id, name, country_id, provider_type_id, preferred,
                          latitude, longitude, located_by, provider_json)
    select network, hash, hash, name, 'US', type, preferred, latitude, longitude, 'roster',
           '{"hash":"' || hash || '"'
      from unnest(${column('network')}::text[], ${column('hash')}::text[], ${column('name')}::text[],
                  ${column('type')}::text[], ${column('preferred')}::boolean[],
                  ${column('latitude')}::float8[], ${column('longitude')}::float8[])
        as made (network, hash, name, type, preferred, latitude, longitude)`
}

function byBruteForce(search: Search) {
  return world
    .filter(
      ({ network, type }) =>
        search.networks.includes(network) && (search.type === allTypes || type === search.type),
    )
    .filter(({ latitude }) => Math.abs(latitude - search.latitude) <= search.rangeInKM / 111)
    .map((row) => ({ ...row, distance: kilometersBetween(search, row) }))
    .filter(({ distance }) => distance <= search.rangeInKM)
    .map((row) => ({ ...row, distance: millionths(row.distance) }))
    .sort(nearestFirst)
    .slice(0, search.limit ?? cap)
}

type Found = Row & { distance: number }

/** Sorts by distance, then preferred providers first, then by name, then by hash. */
const nearestFirst = (a: Found, b: Found) =>
  a.distance - b.distance ||
  Number(b.preferred) - Number(a.preferred) ||
  byText(a.name, b.name) ||
  byText(a.hash, b.hash)

const byText = (a: string, b: string) => (a < b ? -1 : Number(a > b))

async function bySearch({
  networks: chosen,
  type,
  ...circle
}: Search): Promise<{ hash: string; distance: number }[]> {
  const network = chosen.length === 1 ? chosen[0] : undefined
  const answer = await portal.call(searchProviders, {
    providerCode: 'world',
    providerSearchCode: 'world',
    networkCode: network,
    providerType: type,
    ...circle,
  })
  expect(answer.statusCode).toBe(200)
  return answer.json().results
}

const millionths = (amount: number) => Math.round(amount * 1e6) / 1e6

const near = fc.tuple(fc.nat(rows - 1), part, part)
const search = fc
  .tuple(
    near,
    fc.constantFrom(0.5, 2, 10, 16.0934, 50, 80.467, 300, 500),
    fc.constantFrom(...types, allTypes),
    fc.constantFrom([networks[0]], [networks[1]], [...networks]),
    fc.constantFrom(undefined, 1, 3, 20),
  )
  .map(([[index, x, y], rangeInKM, type, chosen, limit]): Search => {
    const row = world[index]
    return {
      networks: chosen,
      type,
      rangeInKM,
      limit,
      latitude: millionths(Math.max(-90, Math.min(90, (row?.latitude ?? 0) + y * 0.3))),
      longitude: millionths(wrapped((row?.longitude ?? 0) + x * 0.3)),
    }
  })

test(`${searches} random searches return exactly the providers within the great-circle distance, nearest first, to within a meter`, async () => {
  await fc.assert(
    fc.asyncProperty(search, async (given) => {
      const found = await bySearch(given)
      const expected = byBruteForce(given)
      expect(found.map(({ hash }) => hash)).toEqual(expected.map(({ hash }) => hash))
      for (const [place, { distance }] of expected.entries())
        expect(Math.abs((found[place]?.distance ?? 0) - distance)).toBeLessThan(0.001)
    }),
    { numRuns: searches, seed: 11 },
  )
}, 120_000)
