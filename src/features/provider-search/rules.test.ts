import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  allCities,
  allTypes,
  fromKilometers,
  isDistanceSearch,
  isSearchComplete,
  limitResults,
  offersRange,
  ranges,
  resultCap,
  toKilometers,
} from './rules.ts'

const pharmacy = '3336C0003X'
const of = (providerType: string) => ({ providerType })

describe('a domestic search is incomplete', () => {
  test.each([
    ['without a provider type', { zipCode: '33131' }],
    ['with a provider type alone', of(pharmacy)],
    ['with a state and all provider types', { ...of(allTypes), state: 'FL' }],
    ['with a city alone', { ...of(pharmacy), city: 'Miami' }],
    ['with a name alone', { ...of(pharmacy), name: 'Mercy' }],
    ['with a tax ID alone', { ...of(pharmacy), taxId: '59-1234567' }],
    ['with a latitude but no longitude', { ...of(pharmacy), latitude: 25.7 }],
  ])('%s', (_case, criteria) => {
    expect(isSearchComplete(criteria, 'domestic')).toBe(false)
  })
})

describe('a domestic search is complete', () => {
  test.each([
    ['with a ZIP', { ...of(allTypes), zipCode: '33131' }],
    ['with a point', { ...of(allTypes), latitude: 0, longitude: 0 }],
    ['with a state and a provider type', { ...of(pharmacy), state: 'FL' }],
    ['with a state and a city', { ...of(allTypes), state: 'FL', city: 'Miami' }],
    ['with a state and a name', { ...of(allTypes), state: 'FL', name: 'Mercy' }],
    ['with a state and a tax ID', { ...of(allTypes), state: 'FL', taxId: '59' }],
    ['with a city and a name', { ...of(allTypes), city: 'Miami', name: 'Mercy' }],
    ['with a city and a tax ID', { ...of(allTypes), city: 'Miami', taxId: '59' }],
  ])('%s', (_case, criteria) => {
    expect(isSearchComplete(criteria, 'domestic')).toBe(true)
  })
})

describe('an international search', () => {
  test.each([
    ['a country alone', { country: 'JM' }],
    ['a city without a country', { city: 'Kingston' }],
    ['a tax ID with a country', { country: 'JM', taxId: '59' }],
    ['all cities of a country', { country: 'JM', rangeInKM: 0 }],
  ])('is incomplete with %s', (_case, criteria) => {
    expect(isSearchComplete({ ...of(allTypes), ...criteria }, 'core')).toBe(false)
  })

  test.each([
    ['a name', { name: 'Mercy' }],
    ['a city', { city: 'Kingston' }],
    ['a ZIP', { zipCode: 'H2X 1Y4' }],
  ])('is complete with a country and %s', (_case, criteria) => {
    expect(isSearchComplete({ ...of(allTypes), country: 'JM', ...criteria }, 'global')).toBe(true)
  })

  test('is complete for all cities of a country on the LDS network', () => {
    expect(isSearchComplete({ ...of(allTypes), country: 'JM', rangeInKM: 0 }, 'lds')).toBe(true)
  })
})

test.each([
  ['a ZIP on core', { zipCode: '33131' }, 'core', true],
  ['a city on core', { city: 'Kingston' }, 'core', false],
  ['a city on global', { city: 'Kingston' }, 'global', true],
  ['a domestic city', { city: 'Miami' }, 'domestic', true],
  ['neither a ZIP nor a city', {}, 'domestic', false],
] as const)('search with %s (%o, %s) is by distance: %s', (_case, criteria, family, expected) => {
  expect(isDistanceSearch(criteria, family)).toBe(expected)
})

test.each([
  ['on core without a ZIP', { city: 'Kingston' }, 'core', false],
  ['on core with a ZIP', { zipCode: '33131' }, 'core', true],
  ['for all cities', { city: allCities }, 'lds', false],
  ['on global', {}, 'global', true],
] as const)('search %s (%o, %s) offers a range: %s', (_case, criteria, family, expected) => {
  expect(offersRange(criteria, family)).toBe(expected)
})

test('converts ten miles to 16.0934 kilometers and leaves kilometers unchanged', () => {
  expect(toKilometers(10, 'mi')).toBeCloseTo(16.0934, 10)
  expect(toKilometers(10, 'km')).toBe(10)
})

test('converting a range to kilometers and back is lossless', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ranges), fc.constantFrom('mi', 'km'), (range, unit) => {
      expect(fromKilometers(toKilometers(range, unit), unit)).toBeCloseTo(range, 10)
    }),
  )
})

test.each(['domestic', 'core'] as const)('shows all %s results below the cap without a warning', (family) => {
  const results = Array.from({ length: resultCap(family) - 1 }, (_, index) => index)
  expect(limitResults(results, family)).toEqual({ shown: results })
})

test.each([
  ['domestic', 250],
  ['global', 1000],
] as const)(
  'when %s results reach the cap, drops the last one and warns with the limit %i',
  (family, limit) => {
    const results = Array.from({ length: resultCap(family) }, (_, index) => index)
    expect(limitResults(results, family)).toEqual({ shown: results.slice(0, limit), limit })
  },
)
