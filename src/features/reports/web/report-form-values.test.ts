import { expect, test } from 'vitest'
import { chosenReport, emptyReport, orderOf } from './report-form-values.ts'

const savings = { code: 'SAVINGS', name: 'Savings Summary', multiClient: true }
const aging = { code: 'AUTHAGING', name: 'Pending Authorization Aging', multiClient: false }
const alps = [
  { code: 'ALP1', name: 'Alpine Leisure Travel' },
  { code: 'ALP2', name: 'Alpine Business Travel' },
]

test('who has one report has chosen it', () => {
  expect(chosenReport(emptyReport, [savings])).toBe(savings)
  expect(chosenReport({ ...emptyReport, report: 'GONE' }, [savings])).toBe(savings)
})

test('of several reports none is chosen before somebody does', () => {
  expect(chosenReport(emptyReport, [savings, aging])).toBeUndefined()
  expect(chosenReport({ ...emptyReport, report: 'GONE' }, [savings, aging])).toBeUndefined()
  expect(chosenReport({ ...emptyReport, report: 'AUTHAGING' }, [savings, aging])).toBe(aging)
})

test('a report of several clients is asked for all of them, or for those that are chosen', () => {
  expect(orderOf(emptyReport, savings, alps).clients).toEqual(['ALP1', 'ALP2'])
  expect(orderOf({ ...emptyReport, allClients: false, clients: ['ALP2'] }, savings, alps).clients).toEqual([
    'ALP2',
  ])
})

test('a report of a single client is asked for the one that is chosen, whatever the other reports were asked for', () => {
  expect(orderOf(emptyReport, aging, alps).clients).toEqual([])
  expect(orderOf({ ...emptyReport, client: 'GONE' }, aging, alps).clients).toEqual([])
  expect(orderOf({ ...emptyReport, client: 'ALP2' }, aging, alps).clients).toEqual(['ALP2'])
  expect(orderOf(emptyReport, aging, alps.slice(1)).clients).toEqual(['ALP2'])
})

test('days travel one way however they are typed; what is no day stays what was typed', () => {
  const order = orderOf({ ...emptyReport, startDate: '1/2/26', endDate: 'soon' }, savings, alps)
  expect(order).toMatchObject({ startDate: '2026-01-02', endDate: 'soon' })
})
