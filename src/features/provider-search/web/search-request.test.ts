import { expect, test } from 'vitest'
import { aSearch } from '#test-support/search-factory.ts'
import { allCities, allTypes } from '../rules.ts'
import { isEnough, isSameSearch, placeInWords, requestOf } from './search-request.ts'
import { emptyValues } from './search-values.ts'

const domestic = aSearch('domestic', { unit: 'mi' })
const core = aSearch('core')
const lds = aSearch('lds')

test('an empty form asks for nothing but its definition', () => {
  expect(JSON.parse(JSON.stringify(requestOf(emptyValues(core), core)))).toEqual({
    providerSearchCode: 'aSearch',
  })
})

test('miles travel as kilometres', () => {
  const values = { ...emptyValues(domestic), zipCode: '33131', range: 10 as const }
  expect(requestOf(values, domestic).rangeInKM).toBeCloseTo(16.0934, 10)
})

test('on core a range travels only with a ZIP', () => {
  const values = { ...emptyValues(core), country: 'JM', city: 'Kingston' }
  expect(requestOf(values, core).rangeInKM).toBeUndefined()
  expect(requestOf({ ...values, zipCode: '33131' }, core).rangeInKM).toBe(10)
})

test('at home a range travels with a ZIP or a city, and not for a state as a whole', () => {
  const values = { ...emptyValues(domestic), state: 'FL', providerType: '208G00000X' }
  expect(requestOf(values, domestic).rangeInKM).toBeUndefined()
  expect(requestOf({ ...values, city: 'Miami' }, domestic).rangeInKM).toBeCloseTo(16.0934, 10)
  expect(requestOf({ ...values, zipCode: '33131' }, domestic).rangeInKM).toBeCloseTo(16.0934, 10)
})

test('a street travels only where a search goes around it: not for a city on core', () => {
  const values = { ...emptyValues(core), country: 'JM', city: 'Kingston', address: '5 Duke Street' }
  expect(requestOf(values, core).address).toBeUndefined()
  expect(requestOf({ ...values, zipCode: '33131' }, core).address).toBe('5 Duke Street')
  expect(requestOf(values, lds).address).toBe('5 Duke Street')
})

test('all cities are no city and range 0, and enough for a search', () => {
  const values = { ...emptyValues(lds), country: 'JM', city: allCities, providerType: allTypes }
  expect(requestOf(values, lds)).toMatchObject({ city: undefined, rangeInKM: 0 })
  expect(isEnough(values, lds)).toBe(true)
  expect(isEnough({ ...values, city: '' }, lds)).toBe(false)
})

test('a tax id travels only where the network shows it', () => {
  const values = { ...emptyValues(domestic), taxId: '59' }
  expect(requestOf(values, domestic).taxId).toBeUndefined()
  expect(requestOf(values, { ...domestic, taxIdNetworks: ['domestic'] }).taxId).toBe('59')
})

test('the same on another network is another search', () => {
  const values = emptyValues(domestic)
  expect(isSameSearch(values, { ...values }, domestic)).toBe(true)
  expect(isSameSearch(values, { ...values, network: 'other' }, domestic)).toBe(false)
  expect(isSameSearch(values, { ...values, range: 20 }, domestic)).toBe(false)
})

test.each([
  ['a ZIP', { zipCode: '33131' }, { state: '', country: 'United States' }, '33131, United States'],
  [
    'a street',
    { address: '80 SW 8th St', city: 'Miami', zipCode: '33130' },
    { state: 'FL', country: 'United States' },
    '80 SW 8th St, Miami, FL 33130, United States',
  ],
  ['a city abroad', { city: 'Kingston' }, { state: '', country: 'Jamaica' }, 'Kingston, Jamaica'],
])('the place of %s reads as a geocoder expects it', (_case, place, region, words) => {
  expect(placeInWords({ ...emptyValues(domestic), ...place }, region)).toBe(words)
})
