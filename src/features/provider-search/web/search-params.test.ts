import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aSearch } from '#test-support/search-factory.ts'
import { ranges } from '../rules.ts'
import { findInvalidParams, parseSearchParams, toSearchParams } from './search-params.ts'
import { emptyValues } from './search-values.ts'

const domestic = aSearch('domestic', { unit: 'mi' })
const abroad = aSearch('core', {
  networks: { core: 'Core Network', global: 'Global Network' },
  families: { core: 'core', global: 'global' },
})

test.each([
  ['a network that the search does not have', { network: 'lunar' }],
  ['a network named like an inherited property', { network: 'constructor' }],
  ['an unavailable range', { range: '7' }],
  ['a range that is not a number', { range: 'far' }],
  ['a name that is too long', { name: 'x'.repeat(201) }],
  ['a name with a NUL character', { name: 'Mercy\0' }],
  ['a text that is too long', { state: ['FL', 'GA'].join('').repeat(20) }],
  ['an unknown parameter', { colour: 'blue' }],
])('ignores %s', (_case, params) => {
  expect(parseSearchParams(params, abroad)).toEqual(emptyValues(abroad))
})

test('ignores a country in a domestic search URL', () => {
  expect(parseSearchParams({ country: 'JM' }, domestic).country).toBe('US')
})

test('ignores a tax ID when the network shows none', () => {
  expect(parseSearchParams({ taxId: '59' }, domestic).taxId).toBe('')
  expect(parseSearchParams({ taxId: '59' }, { ...domestic, taxIdNetworks: ['domestic'] }).taxId).toBe('59')
})

test('converts numbers parsed by the router back to text', () => {
  expect(parseSearchParams({ zip: 33131, range: 20 }, domestic)).toMatchObject({
    zipCode: '33131',
    range: 20,
  })
})

test.each(['ZZ', 'fl', '-', 'GU', 'VI', 'PR'])(
  'drops the state %s and its city from a domestic search',
  (state) => {
    const values = parseSearchParams({ state, city: 'Hagatna', zip: '33131' }, domestic, '1 Main St')
    expect(values).toEqual({ ...emptyValues(domestic), zipCode: '33131' })
  },
)

test('accepts any state in an international search', () => {
  expect(parseSearchParams({ country: 'JM', state: 'JM-17' }, abroad).state).toBe('JM-17')
})

test.each([
  ['nothing when all values are available', { network: 'global', range: '20' }, [], false],
  ['a network and a range', { network: 'lunar', range: '7', zip: '33131' }, ['network', 'range'], false],
  ['no range when the search has none', { range: '7' }, [], false],
  ['a name that is too long', { name: 'x'.repeat(201) }, ['name'], false],
  ['a text with a NUL character', { city: 'Mia\0mi', zip: '33131' }, ['city'], false],
  ['nothing for a plain ZIP', { zip: '33131' }, [], false],
])('reports invalid parameters: %s', (_case, params, fields, isTerritory) => {
  expect(findInvalidParams(params, parseSearchParams(params, abroad), abroad)).toEqual({
    fields,
    isTerritory,
  })
})

test('rejects an unknown state and recognizes a territory', () => {
  const refusal = (state: string) =>
    findInvalidParams({ state }, parseSearchParams({ state }, domestic), domestic)
  expect(refusal('ZZ')).toEqual({ fields: ['state'], isTerritory: false })
  expect(refusal('GU')).toEqual({ fields: [], isTerritory: true })
  expect(refusal('FL')).toEqual({ fields: [], isTerritory: false })
})

test('ignores the network parameter in a search with one network', () => {
  const params = { network: 'lunar' }
  expect(findInvalidParams(params, parseSearchParams(params, domestic), domestic).fields).toEqual([])
})

test('omits default values from the URL', () => {
  expect(toSearchParams(emptyValues(domestic), domestic)).toEqual({})
})

test('never puts the street in the URL', () => {
  const values = { ...emptyValues(domestic), state: 'FL', city: 'Miami', address: '80 SW 8th St' }
  expect(toSearchParams(values, domestic)).toEqual({ state: 'FL', city: 'Miami' })
})

test('restores the street, stored outside the URL, only if the URL has a city', () => {
  expect(parseSearchParams({ city: 'Miami' }, domestic, '80 SW 8th St').address).toBe('80 SW 8th St')
  expect(parseSearchParams({}, domestic, '80 SW 8th St').address).toBe('')
})

test('restores every search from its URL', () => {
  const text = fc.string({ maxLength: 20 }).map((each) => each.trim())
  const values = fc.record({
    network: fc.constantFrom('core', 'global'),
    country: fc.constantFrom('', 'JM', 'CA'),
    state: text,
    city: text,
    zipCode: text,
    providerType: fc.constantFrom('', '0000000000', '208G00000X'),
    name: text,
    range: fc.constantFrom(...ranges),
  })
  fc.assert(
    fc.property(values, (each) => {
      const search = { ...emptyValues(abroad), ...each }
      expect(parseSearchParams(toSearchParams(search, abroad), abroad)).toEqual(search)
    }),
  )
})
