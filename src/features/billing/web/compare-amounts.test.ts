import { expect, test } from 'vitest'
import type { Bill } from '../contract.ts'
import { compareAmounts } from './compare-amounts.ts'

const charges = compareAmounts((bill) => bill.totalChargesAmount)
const billed = (totalChargesAmount: string, currency = 'USD') => ({ totalChargesAmount, currency }) as Bill
const sorted = (bills: Bill[]) => bills.toSorted(charges).map((bill) => bill.totalChargesAmount)

test('amounts are sorted by value, not as text', () => {
  expect(sorted([billed('1000.00'), billed('99.50'), billed('-3.00')])).toEqual(['-3.00', '99.50', '1000.00'])
})

test('amounts that differ beyond floating-point precision are distinguished', () => {
  expect(sorted([billed('9007199254740993.01'), billed('9007199254740993.00')])).toEqual([
    '9007199254740993.00',
    '9007199254740993.01',
  ])
})

test('amounts are grouped by currency', () => {
  expect(sorted([billed('500', 'USD'), billed('900', 'JPY'), billed('100', 'USD')])).toEqual([
    '900',
    '100',
    '500',
  ])
})
