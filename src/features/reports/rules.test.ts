import { expect, test } from 'vitest'
import { formatPeriod, type ReportInput, validateReport } from './rules.ts'

const good: ReportInput = {
  reportCode: 'SAVINGS',
  multiClient: true,
  clients: ['ALP1', 'ALP2'],
  startDate: '1/1/2026',
  endDate: '2026-06-30',
}
const listMessages = (change: Partial<ReportInput>) =>
  validateReport({ ...good, ...change }).map(({ sentence }) => sentence)

test.each<[Partial<ReportInput>, string[]]>([
  [{ clients: [] }, ['Clients must be selected.']],
  [{ multiClient: false, clients: [] }, ['A Client must be selected.']],
  [{ multiClient: false }, ['A Client must be selected.']],
  [{ reportCode: '' }, ['Report type must be selected.']],
  [{ startDate: '7/1/2026' }, ['Start Date cannot be greater than End Date.']],
  [{ startDate: '' }, ['Start and end dates are required fields.']],
  [{ endDate: '2/30/2026' }, ['Enter dates between 1/1/1900 and 12/31/2199, such as 6/30/2026.']],
  [
    { startDate: '0001-01-01', endDate: '9999-12-31' },
    ['Enter dates between 1/1/1900 and 12/31/2199, such as 6/30/2026.'],
  ],
  [
    { startDate: '', endDate: 'soon' },
    [
      'Start and end dates are required fields.',
      'Enter dates between 1/1/1900 and 12/31/2199, such as 6/30/2026.',
    ],
  ],
  [
    { clients: [], reportCode: '', startDate: '', endDate: '' },
    [
      'Clients must be selected.',
      'Report type must be selected.',
      'Start and end dates are required fields.',
    ],
  ],
])('a report with %j is rejected with the specified message', (change, sentences) => {
  expect(listMessages(change)).toEqual(sentences)
})

test.each<Partial<ReportInput>>([{}, { multiClient: false, clients: ['ALP1'] }, { startDate: '6/30/2026' }])(
  'a report with %j is valid',
  (change) => {
    expect(listMessages(change)).toEqual([])
  },
)

test('each error names its fields', () => {
  const listFields = (change: Partial<ReportInput>) =>
    validateReport({ ...good, ...change }).map(({ fields }) => fields)
  expect(listFields({ clients: [], reportCode: '', endDate: '' })).toEqual([
    ['clients'],
    ['reportCode'],
    ['endDate'],
  ])
  expect(listFields({ startDate: '', endDate: '' })).toEqual([['startDate', 'endDate']])
  expect(listFields({ startDate: '2/30/2026', endDate: '' })).toEqual([['endDate'], ['startDate']])
})

test('the days of a period are formatted as M/D/YYYY', () => {
  expect(formatPeriod('2026-01-01', '2026-06-30')).toBe('1/1/2026 – 6/30/2026')
})
