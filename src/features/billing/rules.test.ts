import { expect, test } from 'vitest'
import { calculateTotals, filterByServiceDate } from './rules.ts'

const march = { from: '2026-03-01', to: '2026-03-31' }

test.each([
  ['keeps', 'a day inside', '2026-03-04', '2026-03-04'],
  ['keeps', 'the last day of the range', '2026-03-31', '2026-03-31'],
  ['keeps', 'a stay that began earlier and ended inside', '2026-02-27', '2026-03-02'],
  ['keeps', 'a stay that spans the whole range', '2026-02-01', '2026-04-30'],
  ['drops', 'the day before', '2026-02-28', '2026-02-28'],
  ['drops', 'the day after', '2026-04-01', '2026-04-01'],
])('a date range %s %s', (verdict, _case, serviceFrom, serviceTo) => {
  expect(filterByServiceDate([{ serviceFrom, serviceTo }], march)).toHaveLength(verdict === 'keeps' ? 1 : 0)
})

test('a single-day range keeps the bills with service on that day', () => {
  const bills = ['2026-03-03', '2026-03-04', '2026-03-05'].map((day) => ({
    serviceFrom: day,
    serviceTo: day,
  }))
  const stay = { serviceFrom: '2026-03-01', serviceTo: '2026-03-09' }
  const day = { from: '2026-03-04', to: '2026-03-04' }
  expect(filterByServiceDate([...bills, stay], day)).toEqual([bills[1], stay])
})

test.each([
  { from: '2026-03-01', to: '' },
  { from: '', to: '2026-03-31' },
  { from: '2026-03-31', to: '2026-03-01' },
])('the range %j is ignored, so all bills are kept', (range) => {
  expect(filterByServiceDate([{ serviceFrom: '2026-02-28', serviceTo: '2026-02-28' }], range)).toHaveLength(1)
})

const createBill = (currency: string, charges: string, repriced: string | null, savings: string | null) => ({
  currency,
  totalChargesAmount: charges,
  repricedAmountAmount: repriced,
  savingsAmountAmount: savings,
})

test('totals are exact in each currency, and savings include only repriced bills', () => {
  const bills = [
    createBill('USD', '0.10', '0.03', '0.07'),
    createBill('USD', '0.20', '0.10', '0.10'),
    createBill('USD', '1000000.00', null, null),
    createBill('JPY', '500', '400', '100'),
  ]
  expect(calculateTotals(bills)).toMatchObject([
    { currency: 'JPY', bills: 1, chargesShown: '¥500', savings: '100' },
    { currency: 'USD', bills: 3, charges: '1000000.30', repriced: '0.13', savingsShown: '$0.17' },
  ])
})

test('charges equal repriced plus saved plus unpriced amounts, to the cent', () => {
  const bills = [
    createBill('USD', '100.10', '0.05', '100.05'),
    createBill('USD', '7.03', null, null),
    createBill('USD', '0.04', null, null),
  ]
  expect(calculateTotals(bills)).toMatchObject([
    { charges: '107.17', repriced: '0.05', savings: '100.05', unpricedBills: 2, unpricedShown: '$7.07' },
  ])
})

test.each([
  ['0.01', '0.00', true],
  ['5.00', '5.00', false],
  ['5.00', '5.01', false],
])('bills of %s repriced to %s show savings: %s', (charges, repriced, isSaving) => {
  const savings = (Number(charges) - Number(repriced)).toFixed(2)
  expect(calculateTotals([createBill('USD', charges, repriced, savings)])).toMatchObject([{ isSaving }])
})

test('an empty list of bills has no totals', () => {
  expect(calculateTotals([])).toEqual([])
})
