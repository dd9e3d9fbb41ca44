import { afterAll, beforeAll, expect, test } from 'vitest'
import { namesOf, openSmallDirectory } from '#test-support/directory-fixture.ts'
import { searchProviders } from '../contract.ts'
import { allTypes } from '../rules.ts'
import { searchMessages } from './search-messages.ts'

const inMiami = { providerType: allTypes, latitude: 25.77, longitude: -80.19, rangeInKM: 10 }
const inFlorida = { providerType: allTypes, state: 'FL', city: 'Miami' }

let portal: Awaited<ReturnType<typeof openSmallDirectory>>

beforeAll(async () => {
  portal = await openSmallDirectory()
  await portal.insert('search_definition', {
    key: 'both',
    code: 'both',
    name: 'Both',
    title: 'Both',
    access: 'public',
    unit: 'mi',
  })
  for (const [position, network_code] of ['publicDomestic', 'domesticLocal'].entries())
    await portal.insert('search_definition_network', { definition_key: 'both', network_code, position })
})
afterAll(() => portal.close())

const found = (providerSearchCode: string, criteria: object) =>
  portal.call(searchProviders, { providerSearchCode, providerType: allTypes, ...criteria })

const taxIdsOf = async (providerSearchCode: string, criteria: object) => {
  const { results } = searchProviders.response.parse((await found(providerSearchCode, criteria)).json())
  return Object.fromEntries(results.map(({ name, tin }) => [name, tin]))
}

test.each([
  ['by distance', inMiami],
  ['by name', inFlorida],
])('rejects a tax ID in a search %s on a network that shows none', async (_way, criteria) => {
  const response = await found('publicDomestic', { ...criteria, taxId: '12-3456789' })
  expect([response.statusCode, response.json().detail]).toEqual([400, searchMessages.taxIdNotSearched])
})

test.each([
  ['by distance', inMiami],
  ['by name', inFlorida],
])('a search %s returns tax IDs only for networks that show them', async (_way, criteria) => {
  const hidden = { 'Ålesund Clinic': null, 'Mercy Hospital': null, 'Mercy Heart Group': null }
  expect(await taxIdsOf('publicDomestic', criteria)).toEqual(hidden)
  expect(await taxIdsOf('domesticLocal', criteria)).toEqual({ 'Local Clinic': '98-7654321' })
  expect(await taxIdsOf('both', criteria)).toEqual({ ...hidden, 'Local Clinic': '98-7654321' })
})

test.each([
  ['by distance', inMiami],
  ['by name', inFlorida],
])(
  'a search %s compares only the digits of a tax ID, and only on networks that show tax IDs',
  async (_way, criteria) => {
    for (const code of ['domesticLocal', 'both']) {
      expect(namesOf(await found(code, { ...criteria, taxId: '987 654 321' }))).toEqual(['Local Clinic'])
      expect(namesOf(await found(code, { ...criteria, taxId: '12-3456789' }))).toEqual([])
      expect(namesOf(await found(code, { ...criteria, taxId: 'none' }))).toEqual([])
    }
  },
)
