import { expect, test } from 'vitest'
import { findEarlierPeriods } from './find-earlier-periods.ts'

test.each([
  ['a month', '2026-03-01 2026-03-31', '2026-02-01 2026-02-28', '2025-03-01 2025-03-31'],
  ['February of a leap year', '2028-02-01 2028-02-29', '2028-01-01 2028-01-31', '2027-02-01 2027-02-28'],
  ['February after a leap year', '2029-02-01 2029-02-28', '2029-01-01 2029-01-31', '2028-02-01 2028-02-29'],
  ['a quarter', '2026-01-01 2026-03-31', '2025-10-01 2025-12-31', '2025-01-01 2025-03-31'],
  ['a year', '2026-01-01 2026-12-31', '2025-01-01 2025-12-31', '2025-01-01 2025-12-31'],
  ['ten years', '2016-01-01 2025-12-31', '2006-01-01 2015-12-31', '2015-01-01 2024-12-31'],
  ['a day', '2026-03-01 2026-03-01', '2026-02-28 2026-02-28', '2025-03-01 2025-03-01'],
  ['a leap day', '2028-02-29 2028-02-29', '2028-02-28 2028-02-28', '2027-02-28 2027-02-28'],
  ['part of a month', '2026-03-01 2026-03-10', '2026-02-19 2026-02-28', '2025-03-01 2025-03-10'],
])(
  '%s is compared with the period before and the same period last year',
  (_what, period, prior, lastYear) => {
    const [first = '', last = ''] = period.split(' ')
    const found = findEarlierPeriods({ first, last })
    expect([found.prior, found.lastYear].map((days) => `${days.first} ${days.last}`)).toEqual([
      prior,
      lastYear,
    ])
  },
)
