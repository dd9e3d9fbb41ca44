import { expect, test } from 'vitest'
import { aPlace } from '#test-support/render-quick-search.tsx'
import { messages } from '../../messages.ts'
import { describeUnknown, findStreet, looksLikeStreet } from './resolve-where.ts'

const dallas = aPlace({ kind: 'city', label: 'Dallas, TX', city: 'Dallas', state: 'TX', zipCode: null })
const zip = aPlace({ label: 'Dallas, TX 75201', city: 'Dallas', state: 'TX', zipCode: '75201' })
const paris = aPlace({
  kind: 'city',
  city: 'Paris',
  country: 'FR',
  zipCode: null,
  label: 'Paris, France',
})

test.each([
  ['Dallas', dallas],
  ['Dallas, TX', dallas],
  ['Dallas, TX 75201', zip],
  ['75201', zip],
  ['75201-0001', zip],
  ['Dallas 75201, TX', zip],
  ['75001 Paris, France', paris],
  ['St. Pete, FL', aPlace({ kind: 'city', city: 'St. Petersburg', zipCode: null })],
])('finds no street in “%s”', (typed, place) => {
  expect(findStreet(typed, place)).toBe('')
})

test.each([
  ['1500 Main St, Dallas, TX', dallas, '1500 Main St'],
  ['1500 Main St, Dallas, TX 75201', zip, '1500 Main St'],
  ['1500 Main St 75201', zip, '1500 Main St'],
  ['Main St., Dallas', dallas, 'Main St.'],
  ['100 Dallas Pkwy, Dallas', dallas, '100 Dallas Pkwy'],
  ['Rue de Rivoli 12b, Paris', paris, 'Rue de Rivoli 12b'],
])('finds the street of “%s”', (typed, place, street) => {
  expect(findStreet(typed, place)).toBe(street)
})

test.each([
  ['1600 Pennsylvania Ave Washington', true],
  ['atlantis', false],
  ['00000', false],
  ['12 3', false],
])('says of “%s” whether it looks like an address: %s', (typed, isStreet) => {
  expect(looksLikeStreet(typed)).toBe(isStreet)
})

const { quick } = messages
test.each([
  ['near me', quick.chooseHere],
  ['My location', quick.chooseHere],
  ['3055550128', quick.numberInWhere],
  ['1600 Pennsylvania Ave', quick.unknownAddress],
  ['atlantis', 'other'],
])('explains “%s”, which is not a place', (typed, message) => {
  expect(describeUnknown(typed, 'other')).toBe(message)
})
