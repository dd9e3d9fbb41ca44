import { expect, test } from 'vitest'
import type { PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { filterBills, findFilterOptions, noFilter, validateFilter } from './pending-filter.ts'

const bill = (client: string, currency: string, totalChargeAmount: string, providerName: string) =>
  ({
    client,
    carrier: `Client ${client}`,
    currency,
    totalChargeAmount,
    providerName,
    assignee: providerName === 'Harbor Clinic' ? { id: 'ada', name: 'Ada', isMe: false } : null,
  }) as PendingAuthorization

const bills = [
  bill('ALP2', 'USD', '1250.50', 'Mercy Hospital'),
  bill('ALP1', 'EUR', '99.99', 'Clínica Ángel'),
  bill('ALP1', 'USD', '9.50', 'Harbor Clinic'),
]
const listAmounts = (filter: Partial<typeof noFilter>) =>
  filterBills(bills, { ...noFilter, ...filter }).map(({ totalChargeAmount }) => totalChargeAmount)

test.each([
  [{}, ['1250.50', '99.99', '9.50']],
  [{ client: 'ALP1' }, ['99.99', '9.50']],
  [{ client: 'ALP1', currency: 'USD' }, ['9.50']],
  [{ provider: ' clinica angel' }, ['99.99']],
  [{ provider: 'CLIN' }, ['99.99', '9.50']],
  [{ currency: 'USD', from: '9.51' }, ['1250.50']],
  [{ currency: 'USD', to: '1,250.49' }, ['9.50']],
  [{ currency: 'EUR', from: '99.99', to: '99.99' }, ['99.99']],
  [{ assignee: 'none' }, ['1250.50', '99.99']],
  [{ assignee: 'ada', currency: 'USD' }, ['9.50']],
  [{ assignee: 'me' }, []],
  [{ from: '99.99' }, ['1250.50', '99.99', '9.50']],
  [{ from: '-', to: 'ten' }, ['1250.50', '99.99', '9.50']],
  [{ currency: 'EUR', from: '100', to: '9.99' }, ['99.99']],
])('the filter %j keeps %j', (filter, amounts) => {
  expect(listAmounts(filter)).toEqual(amounts)
})

test.each([
  [{ currency: 'USD', from: '1,000.50', to: '1000.50' }, {}],
  [{ from: '10' }, { currency: messages.filters.currencyMissing }],
  [
    { currency: 'EUR', from: '1.000,50', to: 'ten' },
    { from: messages.filters.notAmount, to: messages.filters.notAmount },
  ],
  [{ currency: 'EUR', from: '10', to: '9.99' }, { to: messages.filters.reversed }],
])('the filter %j gives the errors %j', (filter, errors) => {
  expect(validateFilter(bills, { ...noFilter, ...filter })).toEqual(errors)
})

test('an amount filter needs no currency when all bills share one', () => {
  const dollars = bills.filter(({ currency }) => currency === 'USD')
  expect(validateFilter(dollars, { ...noFilter, from: '10' })).toEqual({})
  expect(filterBills(dollars, { ...noFilter, from: '10' })).toHaveLength(1)
})

test('filter options come from the listed bills', () => {
  expect(findFilterOptions(bills)).toEqual({
    clients: [
      { value: 'ALP1', label: 'Client ALP1' },
      { value: 'ALP2', label: 'Client ALP2' },
    ],
    currencies: ['EUR', 'USD'],
    assignees: [{ value: 'ada', label: 'Ada' }],
  })
})
