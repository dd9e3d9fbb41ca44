import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeContent } from '#clients/server/content-store.ts'
import { domesticStates } from '#geography/rules.ts'
import { setClock } from '#platform/contract/clock.ts'
import { execute, queryRow, sql } from '#platform/db/database.ts'
import { cardiology, hospital, namesOf, openSmallDirectory } from '#test-support/directory-fixture.ts'
import { createRosterFixture } from '#test-support/roster-fixture.ts'
import {
  findProviderTypes,
  getDirectoryFigures,
  getSearchDetail,
  getSearchInfo,
  listCities,
  listCountries,
  listProviderTypes,
  listStates,
} from '../contract.ts'
import { listRelatedTypes } from '../related-types-contract.ts'
import { allTypes } from '../rules.ts'
import { queryCountries } from './search-definitions.ts'
import { searchMessages } from './search-messages.ts'

const domestic = { providerCode: 'publicDomestic' }
const international = { providerCode: 'publicInternational' }

let portal: Awaited<ReturnType<typeof openSmallDirectory>>

beforeAll(async () => {
  portal = await openSmallDirectory()
})
afterAll(() => portal.close())

test('search settings are available under the search’s key', async () => {
  const info = getSearchInfo.response.parse(
    (await portal.call(getSearchInfo, { key: 'international-provider-search' })).json(),
  )
  expect(info).toMatchObject({
    code: 'publicInternational',
    url: '/international-provider-search',
    networks: { core: 'Core Network', global: 'Global Network' },
    families: { core: 'core', global: 'global' },
    unit: 'km',
    messages: { noResults: searchMessages.noResults },
  })
})

test('the introduction of a search is the latest stored one, or empty', async () => {
  const intro = async () =>
    (await portal.call(getSearchDetail, { key: 'sagicor-provider-search' })).json().content
  const { owner } = portal.databaseContext
  const author = { actor: 'test', videoHosts: [] }
  expect(await intro()).toBe('')
  for (const html of ['<p>Old</p>', '<p>New</p><script>1</script>'])
    await storeContent(owner, 'search/sagicor-provider-search', html, author)
  expect(await intro()).toBe('<p>New</p>')
})

test('sanitizes an introduction stored directly in the database', async () => {
  await portal.insert('content', {
    key: 'search/sagicor-jamaica-provider-search',
    version: 1,
    stored_at: new Date(0),
    html: '<p onclick="alert(1)">Hi</p><script>alert(1)</script>',
  })
  const response = await portal.call(getSearchDetail, { key: 'sagicor-jamaica-provider-search' })
  expect(response.json().content).toBe('<p>Hi</p>')
})

test('the countries are those of the chosen network or of all networks, sorted by name', async () => {
  expect(namesOf(await portal.call(listCountries, { ...international, networkCode: 'core' }))).toEqual([
    'Jamaica',
    'Switzerland',
  ])
  expect(namesOf(await portal.call(listCountries, international))).toEqual([
    'Jamaica',
    'Monaco',
    'Switzerland',
  ])
})

test('the states are those with providers or, on a domestic network, the fixed list', async () => {
  const swiss = await portal.call(listStates, { ...international, countryId: 'CH' })
  expect(swiss.json().results).toMatchObject([{ id: 'CH-ZH', disabled: false }])
  const ours = await portal.call(listStates, { ...domestic, countryId: 'US' })
  expect(ours.json().results).toEqual(domesticStates)
})

test('a country has no states when none of its providers has one', async () => {
  const { results } = (await portal.call(listCountries, international)).json()
  expect(results).toMatchObject([{ hasStates: true }, { id: 'MC', hasStates: false }, { hasStates: true }])
})

test('postal codes are available where they are known, and everywhere with a geocoder', async () => {
  const known = async (networks: string[], hasGeocoder: boolean) =>
    Object.fromEntries(
      (await queryCountries(portal.db, networks, hasGeocoder)).map(({ id, hasPostalCodes }) => [
        id,
        hasPostalCodes,
      ]),
    )
  expect(await known(['publicDomestic'], false)).toEqual({ US: true })
  const abroad = Object.values(await known(['global'], false))
  expect(abroad).toContain(false)
  expect(Object.values(await known(['global'], true))).toEqual(abroad.map(() => true))
})

test('a country whose code matches a state code has its own postal codes; Puerto Rico counts as US', async () => {
  const fixture = createRosterFixture(portal)
  const { rejects } =
    await fixture.import(`id,name,city,country,zipcode,providerType,network,latitude,longitude
91,Toronto Clinic,Toronto,CA,,${hospital},lds,43.65,-79.38
92,Berlin Klinik,Berlin,DE,,${hospital},lds,52.52,13.4
94,Kingston Clinic,Kingston,JM,,${hospital},lds,18.0,-76.79
93,San Juan Clinic,San Juan,PR,00901,${hospital},lds,18.46,-66.1`)
  await fixture.close()
  expect(rejects).toEqual([])
  expect(await queryCountries(portal.db, ['lds'], false)).toMatchObject([
    { id: 'CA', hasPostalCodes: true },
    { id: 'DE', hasPostalCodes: true },
    { id: 'JM', hasPostalCodes: false },
    { id: 'US', hasPostalCodes: true },
  ])
})

test('the cities are those with providers; state ID 0 stands for a country without states', async () => {
  expect(namesOf(await portal.call(listCities, { ...domestic, countryId: 'US', stateId: 'FL' }))).toEqual([
    'Miami',
    'Tampa',
  ])
  expect(namesOf(await portal.call(listCities, { ...domestic, countryId: 'US', stateId: 'NY' }))).toEqual([])
  expect(namesOf(await portal.call(listCities, { ...international, countryId: 'MC', stateId: '0' }))).toEqual(
    ['Monaco'],
  )
})

test('lists All first, then domestic provider types under headings and international ones in one list', async () => {
  const listed = async (choice: object, stateId: string) =>
    (await portal.call(listProviderTypes, { ...choice, stateId }))
      .json()
      .results.map(({ id, description, disabled }: { id: string; description: string; disabled: boolean }) =>
        disabled ? description : id,
      )
  expect(await listed(domestic, 'FL')).toEqual([
    allTypes,
    'Facility Types',
    hospital,
    'Specialties',
    cardiology,
  ])
  expect(await listed(international, '0')).toEqual([allTypes, cardiology, hospital])
  expect(await listed(international, 'JM-17')).toEqual([allTypes, hospital])
})

describe('suggestions for typed words', () => {
  const suggest = (searchTerm: string, choice: object = domestic, stateId = '0') =>
    portal.call(findProviderTypes, { ...choice, stateId, searchTerm })
  const idsOf = async (...given: Parameters<typeof suggest>) =>
    findProviderTypes.response.parse((await suggest(...given)).json()).results.map(({ id }) => id)

  test('reject a text of more than 500 characters and an unknown search or network', async () => {
    expect((await suggest('heart '.repeat(100))).statusCode).toBe(400)
    expect((await suggest('heart', { providerCode: 'nobodys' })).statusCode).toBe(400)
    expect((await suggest('heart', { ...domestic, networkCode: 'global' })).statusCode).toBe(400)
  })

  test.each([
    '🙂',
    'طبيب',
    '\u202eheart',
    '<script>alert(1)</script>',
    "' or 1=1 --",
    'a'.repeat(500),
    '',
    '%',
  ])('are none, without an error, for %j', async (text) => {
    const response = await suggest(text)
    expect(response.statusCode).toBe(200)
    // Cardiology, and the hospital for a heart attack.
    expect(response.json().results).toHaveLength(text.endsWith('heart') ? 2 : 0)
  })

  test('are types that the networks have in the state', async () => {
    expect(await idsOf('heart doctor')).toEqual([cardiology, hospital])
    expect(await idsOf('hospitle', domestic, 'FL')).toEqual([hospital])
    expect(await idsOf('heart doctor', international, 'JM-17')).toEqual([hospital])
    expect(await idsOf('kids dentist')).toEqual([])
  })
})

describe('related types', () => {
  const relate = (typeId: string, choice: object = domestic, stateId = '0') =>
    portal.call(listRelatedTypes, { ...choice, stateId, typeId })
  const idsOf = async (...given: Parameters<typeof relate>) =>
    listRelatedTypes.response.parse((await relate(...given)).json()).results.map(({ id }) => id)

  test('reject a long ID and an unknown search or network', async () => {
    expect((await relate('2'.repeat(11))).statusCode).toBe(400)
    expect((await relate(hospital, { providerCode: 'nobodys' })).statusCode).toBe(400)
    expect((await relate(hospital, { ...domestic, networkCode: 'global' })).statusCode).toBe(400)
  })

  test('are empty for All and unknown types', async () => {
    expect([await idsOf(allTypes), await idsOf('nothing')]).toEqual([[], []])
  })

  test('are those that the networks have in the state', async () => {
    expect(await idsOf('261QE0002X')).toEqual([hospital])
    expect(await idsOf('261QE0002X', domestic, 'WY')).toEqual([])
  })
})

test('the figures count each provider of public searches once, and stay for ten minutes', async () => {
  const { owner } = portal.databaseContext
  const fixture = createRosterFixture(portal)
  const inNetwork = (network: string) => `twice,Clinic Twice,Kingston,JM,282N00000X,${network},17.99,-76.79`
  await fixture.import(
    [
      'id,name,city,country,providerType,network,latitude,longitude',
      ...['core', 'global'].map(inNetwork),
    ].join('\n'),
  )
  await fixture.close()
  const stop = setClock(() => new Date('2030-01-01T12:00:00Z'))
  const figures = async () => (await portal.call(getDirectoryFigures, {})).json()
  const listed = async () =>
    queryRow(
      owner,
      getDirectoryFigures.response.pick({ providers: true, countries: true }),
      sql`
      select count(distinct (name, latitude, longitude))::int as providers,
             count(distinct country_id)::int as countries
        from provider where network_code not in ('domesticLocal', 'secureDomestic', 'secureDomesticPlus')`,
    )
  try {
    const before = await listed()
    expect(before?.providers).toBeGreaterThan(6)
    const first = await figures()
    expect(first).toMatchObject(before ?? {})
    expect(Date.parse(first.updatedAt)).toBeGreaterThan(0)
    await execute(owner, sql`delete from provider where network_code = 'global'`)
    setClock(() => new Date('2030-01-01T12:09:59Z'))
    expect(await figures()).toEqual(first)
    setClock(() => new Date('2030-01-01T12:10:00Z'))
    expect((await figures()).providers).toBe((await listed())?.providers)
  } finally {
    stop()
  }
})
