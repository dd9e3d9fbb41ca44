import { expect, test } from 'vitest'
import { toggleActivityKind } from './case-search-form.tsx'

test('selecting a specific type clears All', () => {
  expect(toggleActivityKind(['ALL'], 'MR', true)).toEqual(['MR'])
})

test('selecting All clears the others', () => {
  expect(toggleActivityKind(['MR', 'NOTES'], 'ALL', true)).toEqual(['ALL'])
})

test('several types can be selected together and cleared one by one', () => {
  expect(toggleActivityKind(['MR'], 'NOTES', true)).toEqual(['MR', 'NOTES'])
  expect(toggleActivityKind(['MR', 'NOTES'], 'MR', false)).toEqual(['NOTES'])
  expect(toggleActivityKind(['ALL'], 'ALL', false)).toEqual([])
})
