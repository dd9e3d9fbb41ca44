import { expect, test } from 'vitest'
import { domesticStates, earthRadius, kilometersBetween } from './rules.ts'

const chosen = domesticStates.filter(({ disabled }) => !disabled)

test('the domestic list has 50 states, DC, a separator and three territories', () => {
  expect(domesticStates).toHaveLength(55)
  expect(domesticStates.findIndex(({ disabled }) => disabled)).toBe(51)
  expect(domesticStates.slice(52).map(({ name }) => name)).toEqual(['Guam', 'Virgin Islands', 'Puerto Rico'])
})

test('only the three territories show the disclaimer', () => {
  expect(domesticStates.filter(({ showDisclaimer }) => showDisclaimer).map(({ id }) => id)).toEqual([
    'GU',
    'VI',
    'PR',
  ])
})

test('every entry has a unique ID, which is the two-letter abbreviation for selectable entries', () => {
  expect(new Set(domesticStates.map(({ id }) => id)).size).toBe(55)
  for (const { id, abbreviation } of chosen)
    expect([id, abbreviation]).toEqual([expect.stringMatching(/^[A-Z]{2}$/), id])
})

test('sorts the states by name', () => {
  const names = domesticStates.slice(0, 51).map(({ name }) => name)
  expect(names).toEqual(names.toSorted())
})

test.each([
  ['a place and itself', [25.77, -80.19], [25.77, -80.19], 0],
  ['the equator and a pole', [0, 12], [90, -170], (earthRadius * Math.PI) / 2],
  ['two antipodes', [40, 10], [-40, -170], earthRadius * Math.PI],
  ['both sides of the date line', [0, 179.5], [0, -179.5], (earthRadius * Math.PI) / 180],
] as const)(
  'computes the great-circle distance between %s',
  (_case, [latitude, longitude], [north, east], far) => {
    expect(kilometersBetween({ latitude, longitude }, { latitude: north, longitude: east })).toBeCloseTo(
      far,
      3,
    )
  },
)
