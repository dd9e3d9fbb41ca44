import { expect, test } from 'vitest'
import { timeZone } from './setting-schemas.ts'

test.each(['Europe/Kyiv', 'Europe/Kiev', 'Asia/Kolkata', 'Asia/Calcutta', 'US/Eastern', 'Etc/UTC', 'UTC'])(
  '%s is a time zone',
  (zone) => {
    expect(timeZone.parse(zone)).toBe(zone)
  },
)

test.each(['', 'Mars/Base', '+02:00', '-05', 'UTC+2', 'EST5EDT', 'EST', 'CET', '/', 'America/New_York '])(
  '“%s” is no time zone',
  (zone) => {
    expect(timeZone.safeParse(zone).success).toBe(false)
  },
)
