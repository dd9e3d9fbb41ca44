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

test('another network begins country, state and city anew, and keeps the rest', () => {
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

test('a domestic network fixes the country', () => {
  expect(networkChosen('near', filled, search).country).toBe('US')
})

test('a tax id goes with the network that shows it', () => {
  expect(networkChosen('far', filled, search).taxId).toBe('')
  expect(networkChosen('near', filled, search).taxId).toBe('59')
})

test('another country begins state and city anew', () => {
  expect(countryChosen('JM')).toEqual({ country: 'JM', state: '', city: '', address: '' })
})

test('another state begins the city anew', () => {
  expect(stateChosen('GA')).toEqual({ state: 'GA', city: '', address: '' })
})

test('the address stays with a city and goes without one', () => {
  expect(cityChosen('Tampa', filled).address).toBe('80 SW 8th St')
  expect(cityChosen('', filled).address).toBe('')
})

test('all cities have neither address nor ZIP', () => {
  expect(cityChosen(allCities, filled)).toEqual({ city: allCities, address: '', zipCode: '' })
})
