import { expect, test } from 'vitest'
import { mergeOrder } from './use-review.ts'

const bills = (...itns: string[]) => itns.map((itnNumber) => ({ itnNumber }))

test('a resubmitted bill keeps its position, a removed one leaves no gap, and a new one comes last', () => {
  expect(mergeOrder(bills('NEW', 'C', 'D', 'B'), ['A', 'B', 'C', 'D'])).toEqual(bills('B', 'C', 'D', 'NEW'))
})
