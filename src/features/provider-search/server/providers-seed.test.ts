import { beforeAll, expect, test } from 'vitest'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { readDirectory } from './directory/directory-store.ts'
import { type DemoProvider, demoProviders } from './providers-seed.ts'

const database = setUpDatabase()
let providers: DemoProvider[]

beforeAll(async () => {
  providers = [...(await demoProviders(database.databaseContext.app))()]
})

const of = (network: string) => providers.filter((each) => each.network === network)
const countries = (network: string) => new Set(of(network).map(({ country }) => country))

test('has at least 25,000 demo providers and some in every standard network', async () => {
  expect(providers.length).toBeGreaterThan(25_000)
  const { networks } = await readDirectory(database.databaseContext.app)
  for (const { code } of networks) expect(of(code).length, code).toBeGreaterThan(2000)
})

test.each(['core', 'global', 'lds'])(
  'the network %s has demo providers in more than 80 countries',
  (network) => {
    expect(countries(network).size).toBeGreaterThan(80)
  },
)

test.each(['publicDomestic', 'domesticLocal', 'secureDomestic', 'secureDomesticPlus'])(
  'the network %s has demo providers only in the United States',
  (network) => {
    expect([...countries(network)]).toEqual(['US'])
  },
)

test('has many demo providers in Jamaica and the Caribbean', () => {
  expect(of('core').filter(({ country }) => country === 'JM').length).toBeGreaterThan(700)
  const caribbean = ['BS', 'BB', 'TT', 'KY', 'DO', 'AG', 'LC', 'GD', 'VC', 'DM', 'KN', 'AW', 'CW', 'BM', 'TC']
  expect([...countries('core')]).toEqual(expect.arrayContaining(caribbean))
})

test('distributes demo providers among the states by population', () => {
  const inState = (state: string) => of('publicDomestic').filter((each) => each.state === state).length
  expect(inState('CA')).toBeGreaterThan(inState('OH'))
  expect(inState('OH')).toBeGreaterThan(inState('WY'))
  expect(inState('WY')).toBeGreaterThan(0)
})

test('every provider type has demo providers, and common types have many', () => {
  const types = Map.groupBy(providers, ({ providerType }) => providerType)
  expect(types.size).toBeGreaterThan(230)
  expect(types.get('207Q00000X')?.length).toBeGreaterThan(20 * (types.get('2083P0011X')?.length ?? 0))
})

test('demo providers have no real phone numbers', () => {
  const inFiction = /^(\(\d{3}\)|\+\d{1,3}) 555-01\d\d$/
  const numbers = providers.flatMap(({ phone, fax }) => (fax ? [phone, fax] : [phone]))
  expect(numbers.filter((number) => !inFiction.test(number))).toEqual([])
  expect(providers.filter(({ tin }) => !/^00-\d{7}$/.test(tin))).toEqual([])
})

test('some demo providers are preferred, and a few decline verification of benefits with a message', () => {
  expect(providers.filter(({ preferred }) => preferred).length).toBeGreaterThan(providers.length / 20)
  const hidden = providers.filter(({ hideVOB }) => hideVOB)
  expect(hidden.length).toBeGreaterThan(500)
  expect(hidden.every(({ vobMessage }) => vobMessage)).toBe(true)
})

test('each network lists a demo provider at most once', () => {
  const keys = new Set(providers.map(({ network, id }) => `${network} ${id}`))
  expect(keys.size).toBe(providers.length)
})

test('generates the same demo providers every time', async () => {
  const again = [...(await demoProviders(database.databaseContext.owner))()]
  expect(JSON.stringify(again) === JSON.stringify(providers)).toBe(true)
})
