import { expect, test } from 'vitest'
import { activityPath } from '../../rules.ts'
import { parseActivityLink, toActivityValues } from './search-values.ts'

/** The search parameters of a path. */
const readParams = (path: string) => Object.fromEntries(new URL(path, 'https://portal.example').searchParams)

test('the path of a search fills in the form', () => {
  const path = activityPath({
    startDate: '2026-06-14',
    endDate: '2026-06-20',
    activityList: ['MR', 'CASE'],
  })
  const link = parseActivityLink(readParams(path))
  expect(link && toActivityValues(link)).toEqual({
    startDate: '6/14/2026',
    endDate: '6/20/2026',
    activityList: ['MR', 'CASE'],
    allClients: true,
    clients: [],
  })
})

test.each([
  ['a day that does not exist', { from: '2026-02-30' }],
  ['a text that is no day', { to: '<script>' }],
  ['reversed days', { from: '2026-06-21' }],
  ['too many months', { from: '2025-06-21' }],
  ['no known kind', { kinds: 'ANYTHING' }],
])('%s fills in nothing', (_what, changes) => {
  const link = { from: '2026-06-14', to: '2026-06-20', kinds: 'BILLS', ...changes }
  expect(toActivityValues(link)).toBeUndefined()
})

test('an address without a search is no link', () => {
  expect(parseActivityLink({ row: 'K1', from: '2026-06-14' })).toBeUndefined()
})
