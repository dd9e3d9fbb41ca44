import { expect, test } from 'vitest'
import { kindsAfter } from './toggle-activity-kind.ts'

test('selecting a specific type clears All', () => {
  expect(kindsAfter(['ALL'], 'MR', true)).toEqual(['MR'])
})

test('selecting All clears the others', () => {
  expect(kindsAfter(['MR', 'NOTES'], 'ALL', true)).toEqual(['ALL'])
})

test('several types can be selected together and cleared one by one', () => {
  expect(kindsAfter(['MR'], 'NOTES', true)).toEqual(['MR', 'NOTES'])
  expect(kindsAfter(['MR', 'NOTES'], 'MR', false)).toEqual(['NOTES'])
  expect(kindsAfter(['ALL'], 'ALL', false)).toEqual([])
})
