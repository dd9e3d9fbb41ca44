import { expect, test } from 'vitest'
import { describeCenter, nameCenter } from './describe-search.ts'

const label = 'postal code 0872 (Kulgera, Australia)'

test('the center of a search says how exact distances from a wide area are, in the unit of the search', () => {
  expect(describeCenter({ label: 'Miami, FL' }, 'mi')).toBe(
    'Distances are measured from the center of Miami, FL.',
  )
  expect(describeCenter({ label, radiusKm: 9 }, 'mi')).toBe(
    `Distances are measured from the center of ${label}.`,
  )
  const wide = `Distances are measured from the center of ${label}, which covers a wide area, so they may be off by about`
  expect(describeCenter({ label, radiusKm: 77 }, 'mi')).toBe(`${wide} 50 miles.`)
  expect(describeCenter({ label, radiusKm: 77 }, 'km')).toBe(`${wide} 80 kilometers.`)
  expect(describeCenter({ label, radiusKm: 240 }, 'km')).toBe(`${wide} 200 kilometers.`)
})

test.each([
  ['a ZIP code', 'zip', '33131'],
  ['a city', 'city', '33131'],
  ['a street address', 'address', ''],
] as const)(
  'the center of a search by %s is named unless it says where the person is',
  (_by, precision, name) => {
    expect(nameCenter({ label: '33131', precision })).toBe(name)
  },
)
