import { expect, test } from 'vitest'
import { aSearch } from '#test-support/search-factory.ts'
import { allCities, allTypes, isDistanceSearch } from '../rules.ts'
import { formatAddress, isFormComplete, isSameSearch, toSearchRequest } from './search-request.ts'
import { emptyValues, networkFamily } from './search-values.ts'

const domestic = aSearch('domestic', { unit: 'mi' })
const core = aSearch('core')
const lds = aSearch('lds')

test('the request for an empty form contains only the definition code', () => {
  expect(JSON.parse(JSON.stringify(toSearchRequest(emptyValues(core), core)))).toEqual({
    providerSearchCode: 'aSearch',
  })
})

test('the request contains the range in kilometers', () => {
  const values = { ...emptyValues(domestic), zipCode: '33131', range: 10 as const }
  expect(toSearchRequest(values, domestic).rangeInKM).toBeCloseTo(16.0934, 10)
})

test('a core request includes a range only with a ZIP', () => {
  const values = { ...emptyValues(core), country: 'JM', city: 'Kingston' }
  expect(toSearchRequest(values, core).rangeInKM).toBeUndefined()
  expect(toSearchRequest({ ...values, zipCode: '33131' }, core).rangeInKM).toBe(10)
})

test('a domestic request includes a range with a ZIP or a city but not for a whole state', () => {
  const values = { ...emptyValues(domestic), state: 'FL', providerType: '208G00000X' }
  expect(toSearchRequest(values, domestic).rangeInKM).toBeUndefined()
  expect(toSearchRequest({ ...values, city: 'Miami' }, domestic).rangeInKM).toBeCloseTo(16.0934, 10)
  expect(toSearchRequest({ ...values, zipCode: '33131' }, domestic).rangeInKM).toBeCloseTo(16.0934, 10)
})

test('each search by distance has a range', () => {
  const searched = [domestic, core, lds].flatMap((search) =>
    ['', '33131'].flatMap((zipCode) =>
      ['', 'Miami', allCities].flatMap((city) =>
        ['', 'FL'].map((state) => {
          const request = toSearchRequest({ ...emptyValues(search), zipCode, city, state }, search)
          return {
            request,
            isByDistance: isDistanceSearch(request, networkFamily(search, emptyValues(search))),
          }
        }),
      ),
    ),
  )
  const byDistance = searched.filter(({ isByDistance }) => isByDistance)
  expect(byDistance.length).toBeGreaterThan(10)
  expect(byDistance.filter(({ request }) => request.rangeInKM === undefined)).toEqual([])
})

test('the request includes the street only in a search by distance', () => {
  const values = { ...emptyValues(core), country: 'JM', city: 'Kingston', address: '5 Duke Street' }
  expect(toSearchRequest(values, core).address).toBeUndefined()
  expect(toSearchRequest({ ...values, zipCode: '33131' }, core).address).toBe('5 Duke Street')
  expect(toSearchRequest(values, lds).address).toBe('5 Duke Street')
})

test('All Cities is sent as range 0 without a city and completes a search', () => {
  const values = { ...emptyValues(lds), country: 'JM', city: allCities, providerType: allTypes }
  expect(toSearchRequest(values, lds)).toMatchObject({ city: undefined, rangeInKM: 0 })
  expect(isFormComplete(values, lds)).toBe(true)
  expect(isFormComplete({ ...values, city: '' }, lds)).toBe(false)
})

test('the request includes a tax ID only when the network shows it', () => {
  const values = { ...emptyValues(domestic), taxId: '59' }
  expect(toSearchRequest(values, domestic).taxId).toBeUndefined()
  expect(toSearchRequest(values, { ...domestic, taxIdNetworks: ['domestic'] }).taxId).toBe('59')
})

test('the same values on another network are a different search', () => {
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
])('formats the location of %s for the geocoder', (_case, place, region, words) => {
  expect(formatAddress({ ...emptyValues(domestic), ...place }, region)).toBe(words)
})
