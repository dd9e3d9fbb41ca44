import { expect, test } from 'vitest'
import { aSearch } from '#test-support/search-factory.ts'
import { allCities } from '../rules.ts'
import { chooseCity, chooseCountry, chooseNetwork, chooseState, emptyValues } from './search-values.ts'

const search = aSearch('domestic', {
  networks: { near: 'Near', far: 'Far' },
  families: { near: 'domestic', far: 'global' },
  taxIdNetworks: ['near'],
})
const filled = {
  ...emptyValues(search),
  state: 'FL',
  city: 'Miami',
  address: '80 SW 8th St',
  zipCode: '33130',
  name: 'Mercy',
  taxId: '59',
}

test('changing the network resets country, state, city and address and keeps name and ZIP', () => {
  const after = { ...filled, ...chooseNetwork('far', filled, search) }
  expect(after).toMatchObject({
    country: '',
    state: '',
    city: '',
    address: '',
    name: 'Mercy',
    zipCode: '33130',
  })
})

test('a domestic network sets the country', () => {
  expect(chooseNetwork('near', filled, search).country).toBe('US')
})

test('leaving the network that shows tax IDs clears the tax ID', () => {
  expect(chooseNetwork('far', filled, search).taxId).toBe('')
  expect(chooseNetwork('near', filled, search).taxId).toBe('59')
})

test('changing the country resets state, city and address', () => {
  expect(chooseCountry('JM')).toEqual({ country: 'JM', state: '', city: '', address: '' })
})

test('changing the state resets city and address', () => {
  expect(chooseState('GA')).toEqual({ state: 'GA', city: '', address: '' })
})

test('clearing the city clears the address', () => {
  expect(chooseCity('Tampa', filled).address).toBe('80 SW 8th St')
  expect(chooseCity('', filled).address).toBe('')
})

test('choosing All Cities clears address and ZIP', () => {
  expect(chooseCity(allCities, filled)).toEqual({ city: allCities, address: '', zipCode: '' })
})
