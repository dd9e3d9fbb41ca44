import { expect, test, vi } from 'vitest'
import { findNearestPlace, type Place } from '#geography/contract.ts'
import { aSearch } from '#test-support/search-factory.ts'
import { stubApi } from '#test-support/stub-api.ts'
import type { Family } from '../../contract.ts'
import { emptyValues, type SearchValues } from '../search-values.ts'
import { createAreaSearch } from './create-area-search.ts'

const miami = { latitude: 25.77, longitude: -80.19, country: 'US', state: 'FL', stateName: 'Florida' }
const zip: Place = {
  ...miami,
  kind: 'zip',
  label: 'Miami, FL 33131',
  zipCode: '33131',
  city: 'Miami',
  centerZipCode: null,
}
const lisbon: Place = {
  ...zip,
  kind: 'city',
  label: 'Lisbon, Portugal',
  zipCode: null,
  city: 'Lisbon',
  country: 'PT',
  state: 'PT-14',
}
const anArea = (reach: number) => ({ latitude: 25.8, longitude: -80.2, reachKm: () => reach })

/** Submits a search, then searches an area on its map; returns the values of the new search, if there is one. */
async function searchArea(family: Family, values: Partial<SearchValues>, place: Place | number, reach = 12) {
  const api = stubApi()
  if (typeof place === 'number') api.fail(findNearestPlace, place)
  else api.reply(findNearestPlace, place)
  const search = aSearch(family)
  const submitted = { ...emptyValues(search), providerType: '282N00000X', ...values }
  const onSearch = vi.fn<(next: SearchValues) => void>()
  const run = createAreaSearch({ search, submitted, onSearch })
  const problem = await run?.(anArea(reach))
  return { isOffered: run !== undefined, problem, requests: api.requests(findNearestPlace), onSearch }
}

test('an area is searched around the nearest ZIP code, in the smallest range that contains it', async () => {
  const values = { state: 'FL', city: 'Hialeah', address: '1 Main St', name: 'Harbor' }
  const { requests, onSearch } = await searchArea('domestic', values, zip)
  expect(requests[0]?.body).toEqual({ latitude: 25.8, longitude: -80.2 })
  const { range, zipCode, state, city, address, name, providerType } = onSearch.mock.calls[0]?.[0] ?? {}
  expect({ range, zipCode, state, city, address }).toEqual({
    range: 15,
    zipCode: '33131',
    state: '',
    city: '',
    address: '',
  })
  expect({ name, providerType }).toEqual({ name: 'Harbor', providerType: '282N00000X' })
})

test('an area that is larger than every range gets the largest', async () => {
  const { onSearch } = await searchArea('global', { country: 'PT', city: 'Porto' }, lisbon, 900)
  expect(onSearch).toHaveBeenCalledWith(
    expect.objectContaining({ range: 50, country: 'PT', city: 'Lisbon', zipCode: '' }),
  )
})

test.each([
  ['abroad in a domestic search', 'domestic', { zipCode: '33131' }, lisbon, /covers only the United States/],
  ['without a postal code on core', 'core', { country: 'US', zipCode: '33131' }, lisbon, /needs a ZIP code/],
  ['that the search covers', 'domestic', { zipCode: '33131', range: 15 }, zip, /already covers this area/],
  ['in the sea', 'domestic', { zipCode: '33131' }, 404, /couldn’t find a ZIP code or city near/],
  ['while the server fails', 'domestic', { zipCode: '33131' }, 500, /couldn’t search this area/],
] as const)('an area %s is refused in words', async (_what, family, values, place, words) => {
  const { onSearch, problem } = await searchArea(family, values, place)
  expect(problem).toMatch(words)
  expect(onSearch).not.toHaveBeenCalled()
})

test.each([
  ['a whole state', 'domestic', { state: 'FL' }],
  ['a city of the core network, which is searched by name', 'core', { country: 'JM', city: 'Kingston' }],
] as const)('a search of %s has no area', async (_what, family, values) => {
  expect((await searchArea(family, values, zip)).isOffered).toBe(false)
})
