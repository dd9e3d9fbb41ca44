import { expect, test } from 'vitest'
import type { Bill } from '../contract.ts'
import { compareAmounts } from './bill-list.tsx'

const compareCharges = compareAmounts((bill) => bill.totalChargesAmount)
const createBill = (totalChargesAmount: string, currency = 'USD') =>
  ({ totalChargesAmount, currency }) as Bill
const sorted = (bills: Bill[]) => bills.toSorted(compareCharges).map((bill) => bill.totalChargesAmount)

test('amounts are sorted by value, not as text', () => {
  expect(sorted([createBill('1000.00'), createBill('99.50'), createBill('-3.00')])).toEqual([
    '-3.00',
    '99.50',
    '1000.00',
  ])
})

test('amounts that differ beyond floating-point precision are distinguished', () => {
  expect(sorted([createBill('9007199254740993.01'), createBill('9007199254740993.00')])).toEqual([
    '9007199254740993.00',
    '9007199254740993.01',
  ])
})

test('amounts are grouped by currency', () => {
  expect(sorted([createBill('500', 'USD'), createBill('900', 'JPY'), createBill('100', 'USD')])).toEqual([
    '900',
    '100',
    '500',
  ])
})
