import { useEffect, useState } from 'react'
import { now } from '../contract/clock.ts'
import {
  dayInTimeZone,
  formatDay,
  formatInstantInTimeZone,
  formatTimeInTimeZone,
} from '../contract/date-format.ts'
import { getBootstrapData } from './bootstrap-data.ts'

/** Formats an instant, by default in the portal's time zone: "11/21/2026 2:05 PM". */
export const formatInstant = (instant: string | number, timeZone = getBootstrapData().timeZone): string =>
  formatInstantInTimeZone(timeZone, instant)

/** Formats an instant to the second, in the portal's time zone: "11/21/2026 2:05:09 PM". */
export const formatInstantToSecond = (instant: string): string =>
  formatInstant(instant).replace(/ (?=[AP]M)/, `:${instant.slice(17, 19)} `)

/** Returns the date of an instant in the portal's time zone: "2026-11-21". */
export const dayOfInstant = (instant: string): string =>
  dayInTimeZone(getBootstrapData().timeZone, new Date(instant))

/** Formats the date of an instant in the portal's time zone: "11/21/2026". */
export const formatInstantDay = (instant: string): string => formatDay(dayOfInstant(instant))

/** Formats the time of day of an instant, by default in the portal's time zone: "2:05 PM". */
export const formatTime = (instant: string, timeZone = getBootstrapData().timeZone): string =>
  formatTimeInTimeZone(timeZone, instant)

/** Today in the portal's time zone: "2026-11-21". */
export const today = (): string => dayInTimeZone(getBootstrapData().timeZone, now())

const minuteMs = 60_000

/** The current time, renewed each minute. */
export function useMinute(): Date {
  const [at, setAt] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return at
}
