import { expect, test } from 'vitest'
import { domesticStates } from './rules.ts'

const chosen = domesticStates.filter(({ disabled }) => !disabled)

test('the domestic list is 50 states and DC, a separator, and three territories', () => {
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

test('every entry has an id of its own, and whatever can be chosen its postal code', () => {
  expect(new Set(domesticStates.map(({ id }) => id)).size).toBe(55)
  for (const { id, abbreviation } of chosen)
    expect([id, abbreviation]).toEqual([expect.stringMatching(/^[A-Z]{2}$/), id])
})

test('the states stand in the order of their names', () => {
  const names = domesticStates.slice(0, 51).map(({ name }) => name)
  expect(names).toEqual(names.toSorted())
})
