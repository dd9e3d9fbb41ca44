import { expect, test } from 'vitest'
import type { DueRule } from '#clients/server/clients-file-schema.ts'
import { dayMs, hourMs } from '#platform/contract/clock.ts'
import { dayInTimeZone, dayInUtc } from '#platform/contract/date-format.ts'
import { computeDueTime } from './due-time.ts'

const zones = [
  'UTC',
  'America/New_York',
  'America/Havana',
  'America/Santiago',
  'Europe/Kyiv',
  'Asia/Kolkata',
  'Asia/Tehran',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'America/Sao_Paulo',
]
const random = createRandom(19)

/** Mulberry32, so that a failure can be repeated. */
function createRandom(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}

/** Counts moment by moment, with nothing but the day of each moment in the time zone. */
function countDueTime({ hours, workingDays = 0, timeZone, holidays }: DueRule, receivedAt: Date): Date {
  const step = hourMs / 4
  const dayAt = (moment: number) => dayInTimeZone(timeZone, new Date(moment))
  let moment = receivedAt.getTime()
  if (hours !== undefined) {
    for (let left = hours * hourMs; left > 0; moment += step)
      if (!holidays.includes(dayAt(moment))) left -= step
    return new Date(moment)
  }
  let day = dayAt(moment)
  for (let left = workingDays; left > 0; ) {
    while (dayAt(moment) === day) moment += step
    // Samoa skipped 2011-12-30, which was still a working day of the rule.
    day = dayInUtc(Date.parse(day) + dayMs)
    if (![0, 6].includes(new Date(day).getUTCDay()) && !holidays.includes(day)) left -= 1
  }
  while (dayAt(moment) <= day) moment += step
  return new Date(moment - 1000)
}

test('due times are those that counting moment by moment gives, also when the clocks change', () => {
  for (let round = 0; round < 300; round += 1) {
    const timeZone = zones[random(zones.length)] ?? 'UTC'
    const start = Date.UTC(2015 + random(12), random(12), 1 + random(28), random(24), random(4) * 15)
    const holidays = [
      ...new Set(Array.from({ length: random(8) }, () => dayInUtc(start + random(20) * dayMs))),
    ].sort()
    const limit = random(2) === 0 ? { hours: 1 + random(200) } : { workingDays: 1 + random(8) }
    const rule = { ...limit, timeZone, holidays }
    expect(computeDueTime(rule, new Date(start)), JSON.stringify({ rule, start })).toEqual(
      countDueTime(rule, new Date(start)),
    )
  }
})

test.each([{ workingDays: 260 }, { hours: 8760 }])(
  'the largest rule of %o takes little time for 1,000 bills',
  (limit) => {
    const first = Date.UTC(2026, 0, 1)
    const holidays = Array.from({ length: 400 }, (_, at) => dayInUtc(first + at * 2 * dayMs))
    const rule = { ...limit, timeZone: 'America/New_York', holidays }
    const before = process.cpuUsage()
    for (let bill = 0; bill < 1000; bill += 1) computeDueTime(rule, new Date(first + bill * 7 * hourMs))
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(300)
  },
)
