import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kilometersBetween } from '#geography/rules.ts'
import type { openPortal } from '#test-support/portal-fixture.ts'
import {
  scatteredNetworks as networks,
  openScatteredWorld,
  part,
  type ScatteredRow,
  scatteredTypes as types,
  wrapped,
} from '#test-support/scattered-providers.ts'
import { searchProviders } from '../../contract.ts'
import { allTypes } from '../../rules.ts'

const rows = 50_000
const searches = 1_000
const cap = 251

type Search = {
  networks: readonly string[]
  type: string
  latitude: number
  longitude: number
  rangeInKM: number
  limit: number | undefined
}

let portal: Awaited<ReturnType<typeof openPortal>>
let world: ScatteredRow[]

beforeAll(async () => {
  const opened = await openScatteredWorld(rows)
  portal = opened.portal
  world = opened.world
})
afterAll(() => portal.close())

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

type Found = ScatteredRow & { distance: number }

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
  const response = await portal.call(searchProviders, {
    providerCode: 'world',
    providerSearchCode: 'world',
    networkCode: network,
    providerType: type,
    ...circle,
  })
  expect(response.statusCode).toBe(200)
  return response.json().results
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
