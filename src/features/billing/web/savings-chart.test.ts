import { expect, test } from 'vitest'
import { calculateTotals } from '../rules.ts'
import { layoutBars } from './billing-summary.tsx'

const createBill = (charges: string, repriced: string | null, savings: string | null) => ({
  currency: 'USD',
  totalChargesAmount: charges,
  repricedAmountAmount: repriced,
  savingsAmountAmount: savings,
})

const layout = (...bills: ReturnType<typeof createBill>[]) =>
  calculateTotals(bills)
    .flatMap(layoutBars)
    .map(({ kind, start, length }) => [kind, start, start + length])

test('repriced, saved and unpriced bars add up to the charges', () => {
  expect(layout(createBill('60', '20', '40'), createBill('40', null, null))).toEqual([
    ['charges', 0, 100],
    ['repriced', 0, 20],
    ['savings', 20, 60],
    ['unpriced', 60, 100],
  ])
})

test('a bill repriced above its charges has an excess bar for the negative savings', () => {
  expect(layout(createBill('100', '200', '-100'))).toEqual([
    ['charges', 0, 50],
    ['repriced', 0, 100],
    ['excess', 50, 100],
  ])
})

test('bills with zero amounts have bars of zero length', () => {
  expect(layout(createBill('0', '0', '0'))).toEqual([
    ['charges', 0, 0],
    ['repriced', 0, 0],
    ['excess', 0, 0],
  ])
})
