import { expect, test } from 'vitest'
import { emptyReport, findSelectedReport, toReportInput } from './use-report-form.ts'

const savings = { code: 'SAVINGS', name: 'Savings Summary', multiClient: true }
const aging = { code: 'AUTHAGING', name: 'Pending Authorization Aging', multiClient: false }
const alps = [
  { code: 'ALP1', name: 'Alpine Leisure Travel' },
  { code: 'ALP2', name: 'Alpine Business Travel' },
]

test('the only report is preselected', () => {
  expect(findSelectedReport(emptyReport, [savings])).toBe(savings)
  expect(findSelectedReport({ ...emptyReport, report: 'GONE' }, [savings])).toBe(savings)
})

test('with several reports, none is preselected', () => {
  expect(findSelectedReport(emptyReport, [savings, aging])).toBeUndefined()
  expect(findSelectedReport({ ...emptyReport, report: 'GONE' }, [savings, aging])).toBeUndefined()
  expect(findSelectedReport({ ...emptyReport, report: 'AUTHAGING' }, [savings, aging])).toBe(aging)
})

test('a multi-client report includes all clients or the selected ones', () => {
  expect(toReportInput(emptyReport, savings, alps).clients).toEqual(['ALP1', 'ALP2'])
  expect(
    toReportInput({ ...emptyReport, allClients: false, clients: ['ALP2'] }, savings, alps).clients,
  ).toEqual(['ALP2'])
})

test('a single-client report sends only its selected client', () => {
  expect(toReportInput(emptyReport, aging, alps).clients).toEqual([])
  expect(toReportInput({ ...emptyReport, client: 'GONE' }, aging, alps).clients).toEqual([])
  expect(toReportInput({ ...emptyReport, client: 'ALP2' }, aging, alps).clients).toEqual(['ALP2'])
  expect(toReportInput(emptyReport, aging, alps.slice(1)).clients).toEqual(['ALP2'])
})

test('valid dates are sent as YYYY-MM-DD, and invalid input is sent as typed', () => {
  const order = toReportInput({ ...emptyReport, startDate: '1/2/26', endDate: 'soon' }, savings, alps)
  expect(order).toMatchObject({ startDate: '2026-01-02', endDate: 'soon' })
})
