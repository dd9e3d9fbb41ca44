import { afterAll, beforeAll, expect, test } from 'vitest'
import { cardiology, hospital, namesOf, openSmallDirectory } from '#test-support/directory-fixture.ts'
import {
  getSearchDetail,
  getSearchInfo,
  listCities,
  listCountries,
  listProviderTypes,
  listStates,
  searchProviders,
} from '../contract.ts'
import { messages } from '../messages.ts'
import { allTypes } from '../rules.ts'
import { searchMessages } from './search-messages.ts'

const domestic = { providerCode: 'publicDomestic' }
const inMiami = {
  providerSearchCode: 'publicDomestic',
  providerType: allTypes,
  latitude: 25.77,
  longitude: -80.19,
  rangeInKM: 10,
}

let portal: Awaited<ReturnType<typeof openSmallDirectory>>

beforeAll(async () => {
  portal = await openSmallDirectory()
})
afterAll(() => portal.close())

const problemOf = (response: { statusCode: number; json(): { detail: string } }) => [
  response.statusCode,
  response.json().detail,
]

test('rejects a request without a search definition', async () => {
  expect(problemOf(await portal.call(listCountries, {}))).toEqual([400, searchMessages.definitionMissing])
})

test('responds with 400 to an unknown search definition in a header and with 404 to one in a path', async () => {
  const inHeader = await portal.call(listCountries, { providerCode: 'nobodys' })
  expect(problemOf(inHeader)).toEqual([400, searchMessages.unknownDefinition])
  expect(problemOf(await portal.call(getSearchInfo, { key: 'nobodys' }))).toEqual([
    404,
    searchMessages.unknownDefinition,
  ])
  expect(problemOf(await portal.call(getSearchDetail, { key: 'nobodys' }))).toEqual([
    404,
    searchMessages.unknownDefinition,
  ])
})

test('rejects a search whose header and body name different definitions', async () => {
  const response = await portal.call(searchProviders, { ...inMiami, providerCode: 'publicInternational' })
  expect(problemOf(response)).toEqual([400, searchMessages.definitionsDisagree])
})

test('a definition key in the request body does not bypass sign-in', async () => {
  const response = await portal.app.inject({
    method: 'POST',
    url: searchProviders.path,
    headers: { 'provider-code': 'secureDomestic' },
    payload: { ...inMiami, key: 'domestic-provider-search', providerSearchCode: 'secureDomestic' },
  })
  expect(response.statusCode).toBe(401)
})

test('rejects a network of another definition on every endpoint', async () => {
  const choice = { ...domestic, networkCode: 'core' }
  for (const answer of [
    await portal.call(listCountries, choice),
    await portal.call(listStates, { ...choice, countryId: 'US' }),
    await portal.call(listCities, { ...choice, countryId: 'US', stateId: 'FL' }),
    await portal.call(listProviderTypes, { ...choice, stateId: 'FL' }),
    await portal.call(searchProviders, { ...inMiami, networkCode: 'core' }),
  ]) {
    expect(problemOf(answer)).toEqual([400, searchMessages.unknownNetwork])
  }
})

test.each(['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::1'])(
  'rejects restricted searches from %s, which is not allowed, on every endpoint',
  async (remoteAddress) => {
    const choice = { providerCode: 'domesticLocal' }
    const from = { remoteAddress }
    for (const answer of [
      await portal.call(getSearchInfo, { key: 'domestic-local-provider-search' }, from),
      await portal.call(getSearchDetail, { key: 'domestic-local-provider-search' }, from),
      await portal.call(listCountries, choice, from),
      await portal.call(listStates, { ...choice, countryId: 'US' }, from),
      await portal.call(listCities, { ...choice, countryId: 'US', stateId: 'FL' }, from),
      await portal.call(listProviderTypes, { ...choice, stateId: 'FL' }, from),
      await portal.call(searchProviders, { ...inMiami, providerSearchCode: 'domesticLocal' }, from),
    ]) {
      expect(problemOf(answer)).toEqual([403, messages.accessRestricted])
    }
  },
)

test.each(['127.0.0.1', '::ffff:127.0.0.1', '::1'])(
  'allows restricted searches from %s',
  async (remoteAddress) => {
    const response = await portal.call(listCountries, { providerCode: 'domesticLocal' }, { remoteAddress })
    expect(namesOf(response)).toEqual(['United States'])
  },
)

test('ignores forwarding headers from untrusted proxies', async () => {
  const response = await portal.call(
    listCountries,
    { providerCode: 'domesticLocal' },
    { remoteAddress: '203.0.113.9', headers: { 'x-forwarded-for': '127.0.0.1' } },
  )
  expect(response.statusCode).toBe(403)
})

test('a secure search requires sign-in on every endpoint', async () => {
  const choice = { providerCode: 'secureDomestic' }
  for (const answer of [
    await portal.call(getSearchInfo, { key: 'domestic-secure-provider-search' }),
    await portal.call(getSearchDetail, { key: 'domestic-secure-provider-search' }),
    await portal.call(listCountries, choice),
    await portal.call(searchProviders, { ...inMiami, providerSearchCode: 'secureDomestic' }),
  ]) {
    expect(answer.statusCode).toBe(401)
  }
})

test.each([
  ['no place', {}],
  ['no provider type', { state: 'FL', city: 'Miami', providerType: undefined }],
  ['a state and all types', { state: 'FL' }],
  ['a city alone', { city: 'Miami' }],
])('rejects a domestic search with %s and returns the default message', async (_case, criteria) => {
  const response = await portal.call(searchProviders, {
    providerSearchCode: 'publicDomestic',
    providerType: allTypes,
    ...criteria,
  })
  expect(problemOf(response)).toEqual([422, searchMessages.invalidSearch])
})

test('rejects an incomplete search with the definition’s own message', async () => {
  await portal.insert('search_definition', {
    key: 'own-sentence',
    code: 'ownSentence',
    name: 'Own',
    title: 'Own',
    access: 'public',
    unit: 'km',
    invalid_search: 'Say more.',
  })
  await portal.insert('search_definition_network', {
    definition_key: 'own-sentence',
    network_code: 'publicDomestic',
    position: 1,
  })
  const response = await portal.call(searchProviders, {
    providerSearchCode: 'ownSentence',
    providerType: allTypes,
  })
  expect(problemOf(response)).toEqual([422, 'Say more.'])
})

test.each([
  ['a latitude beyond the pole', { latitude: 91 }],
  ['a latitude without a longitude', { longitude: undefined }],
  ['a negative range', { rangeInKM: -1 }],
  ['a name of 201 letters', { name: 'x'.repeat(201) }],
])('responds with a client error for %s', async (_case, wrong) => {
  expect((await portal.call(searchProviders, { ...inMiami, ...wrong })).statusCode).toBe(400)
})

test('the search response matches the contract and is sorted nearest first', async () => {
  const { results } = searchProviders.response.parse((await portal.call(searchProviders, inMiami)).json())
  expect(results.map(({ name }) => name)).toEqual(['Mercy Hospital', 'Ålesund Clinic', 'Mercy Heart Group'])
  expect(results[1]).toMatchObject({
    id: '1',
    tin: null,
    providerTypeId: hospital,
    network: 'Domestic Network',
    networkCode: 'publicDomestic',
    distance: expect.closeTo(0.556, 3),
  })
})

test('a search by distance filters by type, name and country and ignores state, city and ZIP', async () => {
  const found = async (criteria: object) =>
    namesOf(await portal.call(searchProviders, { ...inMiami, ...criteria }))
  expect(await found({ providerType: cardiology })).toEqual(['Mercy Heart Group'])
  expect(await found({ name: 'mercy' })).toEqual(['Mercy Hospital', 'Mercy Heart Group'])
  expect(await found({ country: 'US', state: 'NY', city: 'Albany', zipCode: '12201' })).toHaveLength(3)
  expect(await found({ country: 'CA' })).toEqual([])
})

test('a search around a point without a range covers 10 kilometers, also in a definition with miles', async () => {
  const found = async (latitude: number) =>
    namesOf(await portal.call(searchProviders, { ...inMiami, rangeInKM: undefined, latitude }))
  expect(await found(inMiami.latitude - 0.0899)).toEqual(['Mercy Hospital'])
  expect(await found(inMiami.latitude - 0.09)).toEqual([])
})

test('a search by name ignores case and accents and lists preferred providers first', async () => {
  const search = { providerSearchCode: 'publicDomestic', providerType: allTypes }
  const found = async (criteria: object) =>
    (await portal.call(searchProviders, { ...search, ...criteria })).json().results
  expect(await found({ state: 'fl', city: 'MIAMI' })).toMatchObject([
    { name: 'Mercy Hospital', distance: null },
    { name: 'Ålesund Clinic' },
    { name: 'Mercy Heart Group' },
  ])
  expect(await found({ state: 'FL', name: 'alesund' })).toMatchObject([{ name: 'Ålesund Clinic' }])
  expect(await found({ state: 'FL', city: 'Tampa', providerType: cardiology })).toEqual([])
  expect(await found({ zipCode: '33602' })).toMatchObject([{ name: 'Jackson Clinic' }])
  expect(await found({ zipCode: '33602-1234' })).toMatchObject([{ name: 'Jackson Clinic' }])
})

test('a search without a network covers all networks of the definition', async () => {
  const search = { providerSearchCode: 'publicInternational', providerType: allTypes, rangeInKM: 500 }
  const near = { ...search, country: 'CH', latitude: 47.37, longitude: 8.54 }
  expect(namesOf(await portal.call(searchProviders, near))).toEqual(['Zürich Klinik'])
  const anywhere = { ...search, country: 'MC', city: 'Monaco' }
  expect(namesOf(await portal.call(searchProviders, anywhere))).toEqual(['Monaco Clinic'])
})
