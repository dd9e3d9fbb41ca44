import { expect, test } from 'vitest'
import { keptOrder } from './merge-order.ts'

const bills = (...itns: string[]) => itns.map((itnNumber) => ({ itnNumber }))

test('a bill that came again keeps its place, one that is gone leaves none, and a new one comes last', () => {
  expect(keptOrder(bills('NEW', 'C', 'D', 'B'), ['A', 'B', 'C', 'D'])).toEqual(bills('B', 'C', 'D', 'NEW'))
})
