import { expect, test } from 'vitest'
import { mergeOrder } from './use-review.ts'

const bills = (...itns: string[]) => itns.map((itnNumber) => ({ itnNumber }))

test('a resubmitted bill keeps its position, a removed one leaves no gap, and a new one comes last', () => {
  expect(mergeOrder(bills('NEW', 'C', 'D', 'B'), ['A', 'B', 'C', 'D'])).toEqual(bills('B', 'C', 'D', 'NEW'))
})

test('a list that only lost bills, or gained none, stays the same list', () => {
  const rest = bills('B', 'D')
  expect(mergeOrder(rest, ['A', 'B', 'C', 'D'])).toBe(rest)
  expect(mergeOrder(bills(), ['A'])).toEqual([])
  expect(mergeOrder(bills('A', 'B', 'A-2'), ['A', 'B'])).toEqual(bills('A', 'B', 'A-2'))
})
