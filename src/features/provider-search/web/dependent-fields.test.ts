import { expect, test } from 'vitest'
import { aSearch } from '#test-support/search-factory.ts'
import { allCities } from '../rules.ts'
import { cityChosen, countryChosen, networkChosen, stateChosen } from './dependent-fields.ts'
import { emptyValues } from './search-values.ts'

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

test('changing the network resets country, state and city and keeps the rest', () => {
  const after = { ...filled, ...networkChosen('far', filled, search) }
  expect(after).toMatchObject({
    country: '',
    state: '',
    city: '',
    address: '',
    name: 'Mercy',
    zipCode: '33130',
  })
})

test('domestic network sets the country', () => {
  expect(networkChosen('near', filled, search).country).toBe('US')
})

test('leaving the network that shows tax IDs clears the tax ID', () => {
  expect(networkChosen('far', filled, search).taxId).toBe('')
  expect(networkChosen('near', filled, search).taxId).toBe('59')
})

test('changing the country resets state and city', () => {
  expect(countryChosen('JM')).toEqual({ country: 'JM', state: '', city: '', address: '' })
})

test('changing the state resets the city', () => {
  expect(stateChosen('GA')).toEqual({ state: 'GA', city: '', address: '' })
})

test('clearing the city clears the address', () => {
  expect(cityChosen('Tampa', filled).address).toBe('80 SW 8th St')
  expect(cityChosen('', filled).address).toBe('')
})

test('choosing All Cities clears address and ZIP', () => {
  expect(cityChosen(allCities, filled)).toEqual({ city: allCities, address: '', zipCode: '' })
})
