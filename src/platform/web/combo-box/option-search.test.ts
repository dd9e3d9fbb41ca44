import { expect, test } from 'vitest'
import { bestIndex, filterOptions, findOptionByName, findUniqueOption, nextIndex } from './option-search.ts'

const heading = { value: '-f', label: 'Facility Types', disabled: true }
const other = { value: '-s', label: 'Specialties', disabled: true }
const line = { value: '-', label: '────', disabled: true }
const hospital = { value: 'h', label: 'Hospital' }
const clinic = { value: 'c', label: 'Clinic' }
const surgery = { value: 's', label: 'Surgery, Hospital' }
const malmo = { value: 'm', label: 'Malmö' }
const florida = { value: 'FL', label: 'Florida', alias: 'FL' }
const guam = { value: 'GU', label: 'Guam', alias: 'GU' }
const types = [heading, hospital, clinic, other, surgery]

test('hides a heading without options', () => {
  expect(filterOptions(types, 'clinic')).toEqual([heading, clinic])
  expect(filterOptions(types, 'surgery')).toEqual([other, surgery])
})

test('does not match a heading by its name', () => {
  expect(filterOptions(types, 'specialties')).toEqual([])
  expect(findOptionByName(types, 'Specialties')).toBeUndefined()
})

test('shows separators only in the unfiltered list', () => {
  expect(filterOptions([florida, line, guam], '')).toEqual([florida, line, guam])
  expect(filterOptions([florida, line, guam], 'g')).toEqual([guam])
})

test.each(['malmo', 'MALMÖ', ' almö '])('%s finds Malmö', (typed) => {
  expect(filterOptions([hospital, malmo], typed)).toEqual([malmo])
})

test('finds a state by its abbreviation', () => {
  expect(filterOptions([florida, guam], 'fl')).toEqual([florida])
  expect(findOptionByName([florida, guam], 'gu')).toBe(guam)
})

test('shows at most 1,000 options', () => {
  const many = Array.from({ length: 1200 }, (_, index) => ({ value: `${index}`, label: `City ${index}` }))
  expect(filterOptions(many, '')).toHaveLength(1000)
  expect(filterOptions(many, 'city')).toHaveLength(1000)
})

test.each([
  ['the only match', [hospital, clinic], 'clin', clinic],
  [
    'the exact one of several',
    [
      { value: '1', label: 'Miami Beach' },
      { value: '2', label: 'Miami' },
    ],
    'miami',
    { value: '2', label: 'Miami' },
  ],
  ['none of several', [hospital, surgery], 'hosp', undefined],
  ['no heading', types, 'Specialties', undefined],
  ['nothing if it is blank', [hospital], '  ', undefined],
])('typed text resolves to %s', (_case, choices, typed, meant) => {
  expect(findUniqueOption(choices, typed)).toEqual(meant)
})

test('ranks prefix matches before other matches', () => {
  expect(
    bestIndex(
      [
        { value: '1', label: 'North Miami' },
        { value: '2', label: 'Miami Beach' },
      ],
      'mia',
    ),
  ).toBe(1)
})

test('ranks an exact match first', () => {
  expect(
    bestIndex(
      [
        { value: '1', label: 'Miami Beach' },
        { value: '2', label: 'Miami' },
      ],
      'miami',
    ),
  ).toBe(1)
})

test('arrow keys skip headings and wrap around', () => {
  expect(nextIndex(types, -1, 1)).toBe(1)
  expect(nextIndex(types, 2, 1)).toBe(4)
  expect(nextIndex(types, 4, 1)).toBe(1)
  expect(nextIndex(types, 1, -1)).toBe(4)
  expect(nextIndex([heading], -1, 1)).toBe(-1)
})

test('Page Up and Page Down stop at the ends', () => {
  expect(nextIndex(types, 1, 10)).toBe(4)
  expect(nextIndex(types, 4, -10)).toBe(1)
})

test('lists suggested options first, best first and each once, even if they do not contain the text', () => {
  expect(filterOptions(types, 'hospital', ['c', 'h'])).toEqual([clinic, hospital, other, surgery])
  expect(filterOptions(types, '', ['c'])).toEqual(types)
  expect(filterOptions(types, 'hosp', ['gone'])).toEqual([heading, hospital, other, surgery])
})

test('highlights an exact match, otherwise the best suggestion', () => {
  expect(bestIndex([clinic, hospital], 'hosp', ['c'])).toBe(0)
  expect(bestIndex([clinic, hospital], 'hospital', ['c'])).toBe(1)
  expect(bestIndex([clinic, hospital], 'hosp', ['gone'])).toBe(1)
})

test('typed text identifies a sole suggestion', () => {
  expect(findUniqueOption(types, 'doctor’s office', ['c'])).toBe(clinic)
  expect(findUniqueOption(types, 'doctor’s office', ['c', 'h'])).toBeUndefined()
})
