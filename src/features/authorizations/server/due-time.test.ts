import { expect, test } from 'vitest'
import { computeDueTime } from './due-time.ts'

const newYork = 'America/New_York'

test.each([
  ['a working day', 48, '2026-06-02T14:00:00Z', [], '2026-06-04T14:00:00Z'],
  ['a weekend', 72, '2026-06-05T14:00:00Z', [], '2026-06-08T14:00:00Z'],
  ['no holiday, if one ended before', 24, '2026-07-04T04:00:00Z', ['2026-07-03'], '2026-07-05T04:00:00Z'],
  [
    'no holiday, if one begins when it is due',
    4,
    '2026-07-03T00:00:00Z',
    ['2026-07-03'],
    '2026-07-03T04:00:00Z',
  ],
  ['a holiday', 24, '2026-07-02T16:00:00Z', ['2026-07-03'], '2026-07-04T16:00:00Z'],
  [
    'the rest of the holiday it came in on',
    2,
    '2026-07-03T16:00:00Z',
    ['2026-07-03'],
    '2026-07-04T06:00:00Z',
  ],
  ['two holidays in a row', 24, '2026-12-24T17:00:00Z', ['2026-12-25', '2026-12-26'], '2026-12-27T17:00:00Z'],
  ['a holiday of 23 hours', 24, '2026-03-07T17:00:00Z', ['2026-03-08'], '2026-03-09T16:00:00Z'],
  ['a holiday of 25 hours', 24, '2026-10-31T16:00:00Z', ['2026-11-01'], '2026-11-02T17:00:00Z'],
  ['the change to daylight-saving time', 24, '2026-03-07T17:00:00Z', [], '2026-03-08T17:00:00Z'],
])('a rule of hours counts the hours over %s', (_over, hours, receivedAt, holidays, due) => {
  const rule = { hours, timeZone: newYork, holidays: holidays as string[] }
  expect(computeDueTime(rule, new Date(receivedAt))).toEqual(new Date(due))
})

test.each([
  ['the same week', 2, '2026-06-02T14:00:00Z', [], '2026-06-05T03:59:59Z'],
  ['a weekend', 1, '2026-06-05T14:00:00Z', [], '2026-06-09T03:59:59Z'],
  ['the weekend it came in on', 1, '2026-06-06T14:00:00Z', [], '2026-06-09T03:59:59Z'],
  ['the last second of a day', 1, '2026-06-03T03:59:59Z', [], '2026-06-04T03:59:59Z'],
  ['the first second of a day', 1, '2026-06-03T04:00:00Z', [], '2026-06-05T03:59:59Z'],
  ['a holiday and a weekend', 1, '2026-07-02T14:00:00Z', ['2026-07-03'], '2026-07-07T03:59:59Z'],
  ['the holiday it came in on', 1, '2026-07-03T14:00:00Z', ['2026-07-03'], '2026-07-07T03:59:59Z'],
  ['the end of a year', 2, '2026-12-31T14:00:00Z', ['2027-01-01'], '2027-01-06T04:59:59Z'],
  ['the change to daylight-saving time', 1, '2026-03-06T14:00:00Z', [], '2026-03-10T03:59:59Z'],
  ['the change from daylight-saving time', 1, '2026-10-30T14:00:00Z', [], '2026-11-03T04:59:59Z'],
])(
  'a rule of working days ends with the last one, over %s',
  (_over, workingDays, receivedAt, holidays, due) => {
    const rule = { workingDays, timeZone: newYork, holidays: holidays as string[] }
    expect(computeDueTime(rule, new Date(receivedAt))).toEqual(new Date(due))
  },
)

test.each([
  ['1:00', 'America/Santiago', '2026-09-05', '2026-09-05T04:00:00Z', '2026-09-06T04:00:00Z'],
  [
    'the first of two midnights',
    'America/Havana',
    '2026-10-31',
    '2026-10-31T04:00:00Z',
    '2026-11-01T04:00:00Z',
  ],
  [
    '23:00 of a day of 25 hours',
    'America/Santiago',
    '2026-04-04',
    '2026-04-04T03:00:00Z',
    '2026-04-05T04:00:00Z',
  ],
  ['10:00 UTC', 'Pacific/Kiritimati', '2026-06-02', '2026-06-01T10:00:00Z', '2026-06-02T10:00:00Z'],
])('a holiday can end at %s', (_at, timeZone, holiday, start, end) => {
  const due = computeDueTime({ hours: 1, timeZone, holidays: [holiday] }, new Date(start))
  expect(due).toEqual(new Date(Date.parse(end) + 3_600_000))
})

test('a bill that was received later is never due earlier', () => {
  const holidays = ['2026-03-09', '2026-11-01', '2026-11-26']
  for (const limit of [{ hours: 30 }, { workingDays: 2 }])
    for (const start of ['2026-03-05T00:00:00Z', '2026-10-29T00:00:00Z', '2026-11-24T00:00:00Z']) {
      const dues = Array.from({ length: 24 * 14 }, (_, at) =>
        computeDueTime(
          { ...limit, timeZone: newYork, holidays },
          new Date(Date.parse(start) + at * 1_800_000),
        ).getTime(),
      )
      expect(dues).toEqual(dues.toSorted((one, other) => one - other))
    }
})
