import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openPortal } from '#test-support/portal-fixture.ts'
import { createRosterFixture } from '#test-support/roster-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { getSuggestions } from '../contract.ts'
import { messages } from '../messages.ts'
import { hideProvider } from './roster/runs/manual-changes.ts'
import { searchMessages } from './search-messages.ts'

const cardiology = '207RC0000X'
const roster = `id,name,tin,city,state,country,phone,providerType,network,latitude,longitude
1,Mercy Hospital,12-3456789,Miami,FL,US,(305) 555-0101,282N00000X,publicDomestic,25.77,-80.19
2,Mercy Heart Group,,Tampa,FL,US,813.555.0102,${cardiology},publicDomestic,27.95,-82.46
3,Mercy Clinic,,Albany,NY,US,+1 518 555 0103,282N00000X,publicDomestic,42.65,-73.75
4,Johns Hopkins Bayview,,Baltimore,MD,US,,282N00000X,publicDomestic,39.29,-76.61
1770000003,Zürich Kinderspital,,Miami,FL,US,,282N00000X,publicDomestic,25.78,-80.19
6,Local Clinic,98-7654321,Miami,FL,US,,282N00000X,domesticLocal,25.77,-80.19
7,Kingston Hospital,,Kingston,JM-17,JM,(876) 555-0104,282N00000X,core,17.997,-76.793
8,Klinik Zug,,Zug,CH-ZG,CH,0041 41 555 01 05,282N00000X,core,47.17,8.52`

let portal: Awaited<ReturnType<typeof openPortal>>
let fixture: ReturnType<typeof createRosterFixture>
beforeAll(async () => {
  portal = await openPortal()
  fixture = createRosterFixture(portal)
  const { rejects } = await fixture.import(roster)
  expect(rejects).toEqual([])
})
afterAll(async () => {
  await fixture.close()
  await portal.close()
})

const domestic = { providerCode: 'publicDomestic' }
const local = { providerCode: 'domesticLocal' }
const international = { providerCode: 'publicInternational' }
const inMiami = { latitude: 25.77, longitude: -80.19 }
const suggest = (searchTerm: string, choice: object = {}) =>
  portal.call(getSuggestions, { ...domestic, searchTerm, ...choice })

async function found(...given: Parameters<typeof suggest>): Promise<string[]> {
  const response = await suggest(...given)
  expect(response.statusCode).toBe(200)
  return getSuggestions.response.parse(response.json()).providers.map(({ name }) => name)
}

describe('rejects', () => {
  test.each([
    ['a text of more than 500 characters', { searchTerm: 'x'.repeat(501) }, undefined],
    ['no text', { searchTerm: undefined }, undefined],
    ['no search definition', { providerCode: undefined }, searchMessages.definitionMissing],
    ['an unknown search definition', { providerCode: 'nobodys' }, searchMessages.unknownDefinition],
    ['a network of another definition', { networkCode: 'core' }, searchMessages.unknownNetwork],
    ['a latitude without a longitude', { latitude: 25.77 }, searchMessages.incompletePoint],
    ['a latitude beyond the pole', { latitude: 91, longitude: 0 }, undefined],
    ['a latitude that is no number', { latitude: 'north', longitude: 0 }, undefined],
  ])('%s', async (_case, wrong, detail) => {
    const response = await suggest('mercy', wrong)
    expect(response.statusCode).toBe(400)
    if (detail) expect(response.json().detail).toBe(detail)
  })

  test('an address outside of a restricted search', async () => {
    const choice = { ...local, searchTerm: 'local' }
    const outside = await portal.call(getSuggestions, choice, { remoteAddress: '203.0.113.9' })
    expect([outside.statusCode, outside.json().detail]).toEqual([403, messages.accessRestricted])
    const inside = await portal.call(getSuggestions, choice, { remoteAddress: '127.0.0.1' })
    expect(inside.json().providers).toMatchObject([{ name: 'Local Clinic' }])
  })

  test('visitors and other clients in a secure search', async () => {
    for (const id of ['lagoon', 'narrow']) await addClient(portal, id, [])
    await portal.insert('client_provider_search', {
      client_id: 'narrow',
      definition_key: 'domestic-secure-provider-search',
      position: 0,
      networks: ['secureDomesticPlus'],
    })
    const secure = { providerCode: 'secureDomestic', searchTerm: 'mercy' }
    const call = (headers: Record<string, string> = {}, networkCode?: string) =>
      portal.call(getSuggestions, { ...secure, networkCode }, { headers })
    expect((await call()).statusCode).toBe(401)
    expect((await call((await signInStaff(portal, 'lagoon')).headers)).statusCode).toBe(404)
    const { headers } = await signInStaff(portal, 'narrow')
    expect((await call(headers, 'secureDomestic')).statusCode).toBe(400)
    expect((await call(headers, 'secureDomesticPlus')).statusCode).toBe(200)
  })
})

test('coordinates closer to zero than the database can store count as zero', async () => {
  const response = await suggest('mercy', { latitude: 6.4e-323, longitude: -5e-324 })
  expect(response.statusCode).toBe(200)
})

test('suggests types and providers with what the box shows', async () => {
  const response = getSuggestions.response.parse((await suggest('mercy heart', inMiami)).json())
  expect(response.types).toEqual([])
  expect(response.meansType).toBe(false)
  expect(response.providers).toEqual([
    {
      id: '2',
      hash: expect.any(String),
      name: 'Mercy Heart Group',
      providerType: expect.any(String),
      providerTypeId: cardiology,
      city: 'Tampa',
      state: 'FL',
      zipcode: null,
      country: 'US',
      latitude: 27.95,
      longitude: -82.46,
      distance: expect.closeTo(330, -1),
    },
  ])
})

test.each([['mer'], ['mercy'], ['MÉRCY'], ['m']])(
  'for %j, the nearest providers come first, or those in the state',
  async (typed) => {
    const names = ['Mercy Hospital', 'Mercy Heart Group', 'Mercy Clinic']
    expect(await found(typed, inMiami)).toEqual(names)
    const inAlbany = { latitude: 42.65, longitude: -73.75 }
    expect(await found(typed, { ...inAlbany, stateId: 'FL' })).toEqual(names.toReversed())
    expect((await found(typed, { stateId: 'NY' }))[0]).toBe('Mercy Clinic')
    expect(await found(typed, { stateId: 'NY' })).toHaveLength(3)
    expect(await found(typed)).toHaveLength(3)
  },
)

test.each([
  ['hospital merc', 'Mercy Hospital'],
  ['jonhs hopk', 'Johns Hopkins Bayview'],
  ['hopkns', 'Johns Hopkins Bayview'],
  ['zurich k', 'Zürich Kinderspital'],
  ['kinderspitl', 'Zürich Kinderspital'],
  ['the mercy hosp', 'Mercy Hospital'],
])('%j suggests %s', async (typed, name) => {
  expect((await found(typed))[0]).toBe(name)
})

test.each([
  ['3055550101', 'Mercy Hospital'],
  ['(305) 555', 'Mercy Hospital'],
  ['+1-305-555-0101', 'Mercy Hospital'],
  ['813 555 01 02', 'Mercy Heart Group'],
  ['518555', 'Mercy Clinic'],
  ['1770000003', 'Zürich Kinderspital'],
  ['177000', 'Zürich Kinderspital'],
])('the number %j suggests %s', async (typed, name) => {
  expect(await found(typed)).toEqual([name])
})

test('the phone number of another country is found in each form', async () => {
  for (const typed of ['+41 41 555 01 05', '0041415550105', '(41) 41-555'])
    expect(await found(typed, international), typed).toEqual(['Klinik Zug'])
})

test('a tax ID is found only in networks that show tax IDs', async () => {
  expect(await found('12-3456789')).toEqual([])
  expect(await found('98-7654321')).toEqual([])
  expect(await found('98-7654321', local)).toEqual(['Local Clinic'])
  expect(await found('987654321', local)).toEqual(['Local Clinic'])
  expect(await found('98-76543', local)).toEqual([])
})

test('only providers of the networks and the country are suggested', async () => {
  expect(await found('hospital', international)).toEqual(['Kingston Hospital'])
  expect(await found('hospital', { ...international, countryId: 'jm' })).toEqual(['Kingston Hospital'])
  expect(await found('hospital', { ...international, countryId: 'CH' })).toEqual([])
  expect(await found('hospital', { ...international, networkCode: 'global' })).toEqual([])
})

test.each([
  '',
  '🙂',
  'طبيب',
  '\u202e',
  '日本',
  "' or 1=1 --",
  'a'.repeat(500),
  'x '.repeat(250),
  '%',
  ':*&|!',
  '0000',
  '1111',
])('suggests no provider, without an error, for %j', async (typed) => {
  for (const place of [{}, inMiami, { stateId: 'FL' }, { latitude: 89.99, longitude: 180 }])
    expect(await found(typed, place)).toEqual([])
})

test('accepts any text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 250 }), async (typed) => {
      expect((await suggest(typed, inMiami)).statusCode).toBe(typed.includes('\0') ? 400 : 200)
    }),
    { numRuns: 100, seed: 4 },
  )
})

test('“vet” suggests no veterans, but the name “Vet Center”', async () => {
  await fixture.import(`id,name,city,state,country,providerType,network,latitude,longitude
80,Veterans House,Miami,FL,US,282N00000X,publicDomestic,25.77,-80.19
81,Vet Center,Miami,FL,US,282N00000X,publicDomestic,25.77,-80.19`)
  expect(await found('Vet ', inMiami)).toEqual(['Vet Center'])
  expect(await found('vets', { stateId: 'FL' })).toEqual(['Vet Center'])
  expect(await found('vete', inMiami)).toContain('Veterans House')
})

describe('repeated requests', () => {
  const countQueries = async (typed: string) => {
    const query = vi.spyOn(portal.db, 'executeQuery')
    await suggest(typed, inMiami)
    const texts = query.mock.calls.map((call) => JSON.stringify(call))
    query.mockRestore()
    return texts.filter((text) => text.includes('provider_json')).length
  }

  test('for the same beginning read no providers again, except for numbers', async () => {
    expect(await countQueries('hopkins bay')).toBeGreaterThan(0)
    expect(await countQueries(' Hopkins Bay')).toBe(0)
    expect(await countQueries('3055550101')).toBeGreaterThan(0)
    expect(await countQueries('3055550101')).toBeGreaterThan(0)
  })

  test('in another search, network or place have their own answers', async () => {
    expect(await found('local clinic')).toEqual([])
    expect(await found('local clinic', local)).toEqual(['Local Clinic'])
    expect(await found('clinic', { stateId: 'NY' })).toEqual(['Mercy Clinic'])
    expect(await found('klinik', international)).toEqual(['Klinik Zug'])
    expect(await found('klinik', { ...international, networkCode: 'global' })).toEqual([])
    expect(await found('klinik', { ...international, countryId: 'JM' })).toEqual([])
  })

  test('follow an import, and a hidden provider, at once', async () => {
    expect(await found('quagga')).toEqual([])
    const row = `id,name,city,state,country,providerType,network,latitude,longitude
90,Quagga House,Miami,FL,US,282N00000X,publicDomestic,25.77,-80.19`
    await fixture.import(row)
    expect(await found('quagga')).toEqual(['Quagga House'])
    const command = { network: 'publicDomestic', id: '90', actor: 'test' }
    await hideProvider(portal.databaseContext, command, true)
    expect(await found('quagga')).toEqual([])
    await hideProvider(portal.databaseContext, command, false)
    expect(await found('quagga')).toEqual(['Quagga House'])
    await fixture.import(row.replace('Quagga House', 'Quagga Home'))
    expect(await found('quagga')).toEqual(['Quagga Home'])
  })
})
