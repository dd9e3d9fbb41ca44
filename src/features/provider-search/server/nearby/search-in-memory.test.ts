import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '#platform/config/log.ts'
import { execute, sql } from '#platform/db/database.ts'
import type { openPortal } from '#test-support/portal-fixture.ts'
import {
  scatteredNetworks as networks,
  openScatteredWorld,
  part,
  type ScatteredRow,
  scatteredTypes as types,
  wrapped,
} from '#test-support/scattered-providers.ts'
import { allTypes } from '../../rules.ts'
import { createFilter } from '../provider-filter.ts'
import { type Definition, findDefinitionByCode } from '../search-definitions.ts'
import { createProviderIndexCache, type ProviderIndexCache } from './provider-index-cache.ts'
import { searchInDatabase } from './search-in-database.ts'
import { searchInMemory } from './search-in-memory.ts'

const rows = 20_000
const searches = 3_000

let portal: Awaited<ReturnType<typeof openPortal>>
let world: ScatteredRow[]
let definition: Definition
let indexCache: ProviderIndexCache

const names = [
  'Ärzte',
  'arzt',
  'Arzt',
  'St. Mary’s',
  'St Marys',
  'O"Hara',
  'Ñandú',
  'nandu',
  '東京',
  'a-b',
  'ab',
  'A B',
]

beforeAll(async () => {
  const opened = await openScatteredWorld(rows)
  portal = opened.portal
  world = opened.world
  const { owner } = portal.databaseContext
  await execute(owner, sql`update network set shows_tax_id = true where code = ${networks[1]}`)
  // More at one point than the index reads at once.
  await execute(
    owner,
    sql`
    insert into provider (network_code, hash, roster_id, name, country_id, provider_type_id, preferred,
                          latitude, longitude, located_by, provider_json)
    select (${[...networks]}::text[])[1 + number % 2], 'c' || number, 'c' || number, 'Clinic', 'US', ${types[0]}, false,
           51.5, 0, 'city', '{"hash":"c' || number || '"'
      from generate_series(1, 6000) as number`,
  )
  await execute(
    owner,
    sql`
    update provider
       set name = (${names}::text[])[1 + hashtext(hash) % 6 + 5],
           tin = case when hashtext(hash) % 3 = 0 then '12-"' || hash end,
           country_id = case when hashtext(hash) % 7 = 0 then 'CA' else 'US' end,
           hidden = hashtext(hash) % 11 = 0`,
  )
  const found = await findDefinitionByCode(portal.db, 'world')
  if (!found) throw new Error('The search definition is missing.')
  definition = found
  indexCache = createProviderIndexCache({
    read: (_versions, query) => query(portal.db),
    log: openLog('silent'),
    // Less than all texts take.
    textBytes: 500_000,
    searchesBefore: 1,
  })
  expect(indexCache.find(definition)).toBeUndefined()
  await indexCache.settle()
  expect(indexCache.find(definition)).toBeDefined()
})
afterAll(async () => {
  await indexCache.close()
  await portal.close()
})

type Search = {
  networks: readonly string[]
  type: string | undefined
  country: string | undefined
  circle: { latitude: number; longitude: number; rangeInKM: number }
  cap: number
}

const millionths = (amount: number) => Math.round(amount * 1e6) / 1e6

const search = fc
  .record({
    index: fc.nat(rows - 1),
    x: fc.oneof(fc.constant(0), part),
    y: fc.oneof(fc.constant(0), part),
    rangeInKM: fc.constantFrom(0, 0.5, 2, 10, 16.0934, 50, 80.467, 300, 500),
    type: fc.constantFrom(...types, 'unknown', undefined),
    country: fc.constantFrom(undefined, undefined, 'US', 'CA', 'XX'),
    networks: fc.constantFrom([networks[0]], [networks[1]], [...networks]),
    cap: fc.constantFrom(1, 3, 20, 251, 251, 1001),
  })
  .map(({ index, x, y, rangeInKM, ...filter }): Search => {
    const { latitude = 0, longitude = 0 } = world[index] ?? {}
    const circle = {
      latitude: millionths(Math.max(-90, Math.min(90, latitude + y * 0.3))),
      longitude: millionths(wrapped(longitude + x * 0.3)),
      rangeInKM,
    }
    return { ...filter, circle }
  })

type Result = { hash: string; distance: number; tin: string | null }

async function searchBoth({ networks: codes, type, country, circle, cap }: Search) {
  const { signal } = new AbortController()
  const searched = definition.networks.filter(({ code }) => codes.includes(code))
  const filter = createFilter(searched, { providerType: type ?? allTypes, country })
  const inDatabase = await searchInDatabase(portal.db, filter, circle, cap, signal)
  const request = { definition, networks: searched, type, country, circle, cap, signal }
  const inMemory = await searchInMemory(portal.db, indexCache, request)
  return {
    expected: JSON.parse(inDatabase) as Result[],
    found: inMemory && (JSON.parse(String(inMemory)) as Result[]),
  }
}

test(`${searches} random searches find the same in memory as in the database, in the same order`, async () => {
  let results = 0
  let inMemory = 0
  const taxIds = new Set<string>()
  await fc.assert(
    fc.asyncProperty(search, async (given) => {
      const { expected, found } = await searchBoth(given)
      results += expected.length
      if (!found) return
      inMemory += 1
      const withoutDistance = (all: Result[]) => all.map(({ distance: _, ...rest }) => rest)
      expect(withoutDistance(found)).toEqual(withoutDistance(expected))
      for (const [place, { distance, tin }] of expected.entries()) {
        expect(Math.abs((found[place]?.distance ?? Number.NaN) - distance)).toBeLessThan(1.5e-6)
        if (tin) taxIds.add(tin)
      }
    }),
    { numRuns: searches, seed: 23 },
  )
  expect(results).toBeGreaterThan(searches * 20)
  expect(taxIds.size).toBeGreaterThan(100)
  expect(inMemory).toBeGreaterThan(searches * 0.8)
}, 240_000)
