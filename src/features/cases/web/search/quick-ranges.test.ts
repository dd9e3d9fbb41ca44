import { expect, test } from 'vitest'
import { validateActivitySearch } from '#cases/rules.ts'
import { resolveQuickRange } from './quick-ranges.tsx'

test.each([
  ['today', '2026-03-01', '3/1/2026', '3/1/2026'],
  ['yesterday', '2026-03-01', '2/28/2026', '2/28/2026'],
  ['yesterday', '2026-01-01', '12/31/2025', '12/31/2025'],
  ['lastSevenDays', '2026-11-03', '10/28/2026', '11/3/2026'],
  ['lastThirtyDays', '2028-03-01', '2/1/2028', '3/1/2028'],
  ['thisMonth', '2026-11-23', '11/1/2026', '11/23/2026'],
  ['lastMonth', '2026-03-31', '2/1/2026', '2/28/2026'],
  ['lastMonth', '2026-01-15', '12/1/2025', '12/31/2025'],
] as const)('%s on %s ranges from %s to %s, which the search allows', (name, today, startDate, endDate) => {
  const range = resolveQuickRange(name, today)
  expect(range).toEqual({ startDate, endDate })
  expect(validateActivitySearch({ ...range, clients: ['ALP1'], activityList: ['ALL'] })).toEqual({})
})
