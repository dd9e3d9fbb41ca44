import type { DueRule } from '#clients/server/clients-file-schema.ts'
import { clockTimeInTimeZone } from '#platform/contract/date-format.ts'
import { isWorkingDay } from '../due-time.ts'

const sendFrom = '07:00'
const dayMs = 86_400_000

type Schedule = {
  timeZone: string
  /** The day in the client's time zone. */
  day: string
  /** Whether an email may be sent now: on a working day, from seven o'clock. */
  isTime: boolean
  /** The last day that needs no email anymore: today from seven o'clock, else yesterday. */
  lastDay: string
}

/**
 * Returns where an instant lies in the schedule of a client's daily email. Only the day decides whether an email is due,
 * so that a clock that is moved, or a change to daylight saving time, does not cause a second one.
 */
export function findSchedule(rule: DueRule | null, portalTimeZone: string, instant: Date): Schedule {
  const timeZone = rule?.timeZone ?? portalTimeZone
  const [day = '', time = ''] = clockTimeInTimeZone(timeZone, instant.toISOString()).split('T')
  const isPast = time >= sendFrom
  const yesterday = new Date(Date.parse(day) - dayMs).toISOString().slice(0, 10)
  return {
    timeZone,
    day,
    isTime: isPast && isWorkingDay(rule?.holidays ?? [], day),
    lastDay: isPast ? day : yesterday,
  }
}
