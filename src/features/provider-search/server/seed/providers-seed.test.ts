import { beforeAll, expect, test } from 'vitest'
import { kilometersBetween } from '#geography/rules.ts'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { readDirectory } from '../directory/directory-store.ts'
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

test('the center of a large city has what people look for first', () => {
  const inMiami = of('publicDomestic').filter(({ city, state }) => city === 'Miami' && state === 'FL')
  const types = new Set(inMiami.map(({ providerType }) => providerType))
  expect([...types]).toEqual(
    expect.arrayContaining(['282N00000X', '261QU0200X', '3336C0003X', '122300000X', '207RC0000X']),
  )
})

test.each([
  ['New York', 'NY'],
  ['Los Angeles', 'CA'],
  ['Chicago', 'IL'],
  ['Houston', 'TX'],
  ['Miami', 'FL'],
])('the local network has at least five hospitals within 50 miles of %s, %s', (city, state) => {
  const isHere = (each: DemoProvider) => each.city === city && each.state === state
  const [center] = of('publicDomestic').filter(isHere)
  if (!center) throw new Error(`No provider in ${city}.`)
  const hospitals = of('domesticLocal').filter(({ providerType }) => providerType === '282N00000X')
  const within50Miles = hospitals.filter((each) => kilometersBetween(center, each) < 80)
  expect(within50Miles.length).toBeGreaterThanOrEqual(5)
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

const share = (some: DemoProvider[], holds: (each: DemoProvider) => boolean) =>
  some.filter(holds).length / some.length

test('most demo providers have hours and languages, but not all', () => {
  for (const column of ['hours', 'languages', 'accepting'] as const) {
    const known = share(providers, (each) => each[column] !== undefined)
    expect(known, column).toBeGreaterThan(0.5)
    expect(known, column).toBeLessThan(0.95)
  }
})

test.each([
  ['FL', 'Miami', 'es', 0.6],
  ['FL', 'Miami', 'en', 0.95],
  ['CA', 'San Francisco', 'zh', 0.2],
])('in %s, %s, demo providers speak %s', (state, city, language, least) => {
  const here = of('publicDomestic').filter(
    (each) => each.state === state && each.city === city && each.languages,
  )
  expect(share(here, ({ languages }) => languages?.split(', ').includes(language) ?? false)).toBeGreaterThan(
    least,
  )
})

test.each([
  ['FR', 'fr'],
  ['JP', 'ja'],
  ['BR', 'pt'],
  ['JM', 'en'],
])('in %s, every demo provider whose languages are known speaks %s', (country, language) => {
  const here = of('global').filter((each) => each.country === country && each.languages)
  expect(here.length).toBeGreaterThan(10)
  expect(here.filter(({ languages }) => !languages?.startsWith(language))).toEqual([])
})

test('specialties and emergency rooms of demo providers fit their types', () => {
  const ofType = (codes: RegExp) => providers.filter(({ providerType }) => codes.test(providerType))
  const dentists = new Set(ofType(/^1223G/).map(({ specialty }) => specialty))
  expect(dentists).toEqual(
    new Set([null, 'Cleanings and fillings', 'Dental emergencies', 'Implants', 'Nervous patients']),
  )
  expect(ofType(/^(1|20|33)/).filter(({ emergency }) => emergency)).toEqual([])
  expect(share(ofType(/^282N00/), ({ emergency }) => emergency === 'yes')).toBeGreaterThan(0.7)
  expect(ofType(/^282N00/).every(({ hours }) => hours === undefined || hours === '24/7')).toBe(true)
})

test('each network lists a demo provider at most once', () => {
  const keys = new Set(providers.map(({ network, id }) => `${network} ${id}`))
  expect(keys.size).toBe(providers.length)
})

test('generates the same demo providers every time', async () => {
  const again = [...(await demoProviders(database.databaseContext.owner))()]
  expect(JSON.stringify(again) === JSON.stringify(providers)).toBe(true)
})
