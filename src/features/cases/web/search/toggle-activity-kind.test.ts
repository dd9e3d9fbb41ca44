import { expect, test } from 'vitest'
import { kindsAfter } from './toggle-activity-kind.ts'

test('ticking any specific type clears All', () => {
  expect(kindsAfter(['ALL'], 'MR', true)).toEqual(['MR'])
})

test('ticking All clears the others', () => {
  expect(kindsAfter(['MR', 'NOTES'], 'ALL', true)).toEqual(['ALL'])
})

test('several types stand beside each other, and each can be cleared', () => {
  expect(kindsAfter(['MR'], 'NOTES', true)).toEqual(['MR', 'NOTES'])
  expect(kindsAfter(['MR', 'NOTES'], 'MR', false)).toEqual(['NOTES'])
  expect(kindsAfter(['ALL'], 'ALL', false)).toEqual([])
})
