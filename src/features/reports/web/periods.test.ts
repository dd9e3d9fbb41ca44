import { expect, test } from 'vitest'
import { resolvePeriod } from './use-report-form.ts'

test.each([
  ['thisMonth', '2026-11-21', '2026-11-01', '2026-11-21'],
  ['thisMonth', '2026-11-01', '2026-11-01', '2026-11-01'],
  ['lastMonth', '2026-11-21', '2026-10-01', '2026-10-31'],
  ['lastMonth', '2026-01-31', '2025-12-01', '2025-12-31'],
  ['lastMonth', '2028-03-31', '2028-02-01', '2028-02-29'],
  ['thisQuarter', '2026-11-21', '2026-10-01', '2026-11-21'],
  ['thisQuarter', '2026-03-31', '2026-01-01', '2026-03-31'],
  ['lastQuarter', '2026-11-21', '2026-07-01', '2026-09-30'],
  ['lastQuarter', '2026-02-01', '2025-10-01', '2025-12-31'],
  ['lastSixMonths', '2026-11-21', '2026-05-01', '2026-10-31'],
  ['lastSixMonths', '2026-03-31', '2025-09-01', '2026-02-28'],
  ['thisYear', '2026-11-21', '2026-01-01', '2026-11-21'],
  ['lastYear', '2026-11-21', '2025-01-01', '2025-12-31'],
  ['lastYear', '2026-01-01', '2025-01-01', '2025-12-31'],
] as const)('%s on %s ranges from %s to %s', (name, today, startDate, endDate) => {
  expect(resolvePeriod(name, today)).toEqual({ name, startDate, endDate })
})
