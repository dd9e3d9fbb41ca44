import { expect, test } from 'vitest'
import { now } from '#platform/contract/clock.ts'
import { aProvider } from '#test-support/search-factory.ts'
import type { Provider, ProviderDetails } from '../../contract.ts'
import { countOptions, filterProviders, listFacets, toggleOption } from './list-facets.ts'

const details = (changes: Partial<ProviderDetails>): ProviderDetails => ({
  acceptsNewPatients: null,
  languages: [],
  hours: null,
  timeZone: null,
  emergency: null,
  telehealth: null,
  wheelchairAccess: null,
  stars: null,
  ...changes,
})
const make = (hash: string, changes: Partial<Provider>) => aProvider({ hash, ...changes })
const providers = [
  make('a', { providerType: 'Hospital', preferred: true, city: 'Miami', distance: 1 }),
  make('b', {
    providerType: 'Hospital',
    city: 'Miami',
    distance: 3,
    details: details({ stars: 5, languages: ['es'] }),
  }),
  make('c', {
    providerType: 'Clinic',
    preferred: true,
    city: 'Hialeah',
    distance: 3,
    details: details({ stars: 3 }),
  }),
  make('d', {
    providerType: 'Clinic',
    city: 'Hialeah',
    distance: 12,
    details: details({ telehealth: true }),
  }),
  make('e', { providerType: 'Clinic', city: 'Miami', distance: 12 }),
]
const facets = listFacets(providers, { unit: 'km', at: new Date('2026-11-23T12:00Z') })
const facet = (id: string) => {
  const found = facets.find((each) => each.id === id)
  if (!found) throw new Error(`No facet ${id}`)
  return found
}
const labels = (id: string) => facet(id).options.map(({ label }) => label)
const hashes = (found: Provider[]) => found.map(({ hash }) => hash).join('')
const counts = (id: string, choices = {}) =>
  Object.fromEntries(countOptions(providers, facets, choices, facet(id)))

test('lists only facets and options that make a difference, the most frequent first', () => {
  expect(facets.map(({ id }) => id)).toEqual([
    'preferred',
    'type',
    'distance',
    'telehealth',
    'language',
    'stars',
    'city',
  ])
  expect(labels('type')).toEqual(['Clinic', 'Hospital'])
  expect(labels('city')).toEqual(['Miami, FL', 'Hialeah, FL'])
  expect(labels('distance')).toEqual(['Within 1 kilometer', 'Within 5 kilometers'])
  expect(labels('language')).toEqual(['Spanish'])
  expect(labels('stars')).toEqual(['4 or more', '3 or more'])
})

test('lists nothing for a single provider or for none', () => {
  for (const few of [[], providers.slice(0, 1)])
    expect(listFacets(few, { unit: 'mi', at: now() })).toEqual([])
})

test.each([
  ['nothing', {}, 'abcde'],
  ['one option', { type: ['Clinic'] }, 'cde'],
  ['several options of a facet, any of which may match', { type: ['Clinic', 'Hospital'] }, 'abcde'],
  ['options of several facets, all of which have to match', { type: ['Clinic'], preferred: ['yes'] }, 'c'],
  ['a distance band, which contains the nearer ones', { distance: ['5'] }, 'abc'],
  ['stars, of which more are better', { stars: ['3'] }, 'bc'],
  ['an unknown option', { type: ['Gone'] }, 'abcde'],
])('filters by %s', (_what, choices, expected) => {
  expect(hashes(filterProviders(providers, facets, choices))).toBe(expected)
})

test('counts what each option would show, not narrowed by the other choices of its own facet', () => {
  expect(counts('type')).toEqual({ Clinic: 3, Hospital: 2 })
  expect(counts('type', { type: ['Clinic'] })).toEqual({ Clinic: 3, Hospital: 2 })
  expect(counts('type', { type: ['Clinic'], preferred: ['yes'] })).toEqual({ Clinic: 1, Hospital: 1 })
  expect(counts('preferred', { type: ['Clinic'], city: ['Miami, FL'] })).toEqual({ yes: 0 })
  expect(counts('distance', { distance: ['1'] })).toEqual({ 1: 1, 5: 3 })
})

test('each count is the number of providers that choosing the option alone in its facet shows', () => {
  const choices = { preferred: ['yes'], city: ['Miami, FL', 'Hialeah, FL'] }
  for (const each of facets)
    for (const [value, count] of countOptions(providers, facets, choices, each))
      expect(filterProviders(providers, facets, { ...choices, [each.id]: [value] })).toHaveLength(count)
})

test('an option is added, replaces the other in an exclusive facet, and is taken back', () => {
  const both = toggleOption({ type: ['Clinic'] }, facet('type'), 'Hospital')
  expect(both).toEqual({ type: ['Clinic', 'Hospital'] })
  expect(toggleOption(both, facet('type'), 'Clinic')).toEqual({ type: ['Hospital'] })
  expect(toggleOption({ distance: ['1'] }, facet('distance'), '5')).toEqual({ distance: ['5'] })
  expect(toggleOption({ distance: ['1'] }, facet('distance'), '1')).toEqual({ distance: [] })
})

test('a thousand providers are filtered and counted in a moment', () => {
  const many = Array.from({ length: 1000 }, (_, at) =>
    make(`p${at}`, { city: `Town ${at % 300}`, providerType: `Type ${at % 40}`, distance: at / 10 }),
  )
  const all = listFacets(many, { unit: 'km', at: now() })
  const choices = { type: ['Type 1', 'Type 2'], distance: ['50'] }
  const started = performance.now()
  for (const each of all) countOptions(many, all, choices, each)
  expect(performance.now() - started).toBeLessThan(250)
})
