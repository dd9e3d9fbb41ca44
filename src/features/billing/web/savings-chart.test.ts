import { expect, test } from 'vitest'
import { totalsOf } from '../rules.ts'
import { barsOf } from './savings-chart.tsx'

const billed = (charges: string, repriced: string | null, savings: string | null) => ({
  currency: 'USD',
  totalChargesAmount: charges,
  repricedAmountAmount: repriced,
  savingsAmountAmount: savings,
})

const drawn = (...bills: ReturnType<typeof billed>[]) =>
  totalsOf(bills)
    .flatMap(barsOf)
    .map(({ kind, start, length }) => [kind, start, start + length])

test('repriced, saved and not repriced stand one after the other, and end where the charges do', () => {
  expect(drawn(billed('60', '20', '40'), billed('40', null, null))).toEqual([
    ['charges', 0, 100],
    ['repriced', 0, 20],
    ['savings', 20, 60],
    ['unpriced', 60, 100],
  ])
})

test('what was repriced above its charges is longer than they are, by what was not saved', () => {
  expect(drawn(billed('100', '200', '-100'))).toEqual([
    ['charges', 0, 50],
    ['repriced', 0, 100],
    ['excess', 50, 100],
  ])
})

test('bills of nothing have bars of no length', () => {
  expect(drawn(billed('0', '0', '0'))).toEqual([
    ['charges', 0, 0],
    ['repriced', 0, 0],
    ['excess', 0, 0],
  ])
})
