import { expect, test } from 'vitest'
import type { City, Point, State } from '#geography/contract.ts'
import { findZipMismatch } from './zip-field.tsx'

const states: State[] = [
  { id: 'FL', name: 'Florida', abbreviation: 'FL', showDisclaimer: false, disabled: false },
]
const cities: City[] = [{ id: '1', name: 'Miami', state: 'FL', latitude: 25.77, longitude: -80.19 }]
const zip = (state: string | null, latitude: number, longitude: number): Point => ({
  latitude,
  longitude,
  precision: 'zip',
  label: state ? `A City, ${state} 12345` : 'A ZIP',
})

test.each([
  ['another state', zip('NY', 40.75, -73.99), { state: 'FL', city: '' }, 'Florida'],
  [
    'a state other than that of the city',
    zip('NY', 40.75, -73.99),
    { state: 'FL', city: 'Miami' },
    'Miami, Florida',
  ],
  [
    'the state, far from the city',
    zip('FL', 27.95, -82.46),
    { state: 'FL', city: 'Miami' },
    'Miami, Florida',
  ],
  ['the state, with no city chosen', zip('FL', 27.95, -82.46), { state: 'FL', city: '' }, undefined],
  ['the city', zip('FL', 25.76, -80.2), { state: 'FL', city: 'Miami' }, undefined],
  ['the state, with an unlisted city', zip('FL', 27.95, -82.46), { state: 'FL', city: 'X' }, undefined],
  ['a state that the geocoder does not name', zip(null, 25.76, -80.2), { state: 'FL', city: '' }, undefined],
])('reports the chosen area, if any, that a ZIP in %s lies outside of', (_case, point, chosen, outside) => {
  expect(findZipMismatch(point, chosen, states, cities)).toBe(outside)
})
