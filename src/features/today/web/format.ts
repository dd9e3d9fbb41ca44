import { messages } from '../messages.ts'

const hour = 60
const day = 24 * hour

/** Formats a waiting time: "3 days", "5 h 10 min", "12 min". */
export function formatWait(minutes: number): string {
  const { waiting } = messages
  if (minutes >= day) return waiting.days(Math.floor(minutes / day))
  const hours = minutes >= hour ? [`${Math.floor(minutes / hour)} ${waiting.hours}`] : []
  return [...hours, `${minutes % hour} ${waiting.minutes}`].join(' ')
}

/** Whether an authorization has waited for more than 30 days. */
export const isLongWait = (minutes: number): boolean => minutes > 30 * day

/** Formats an amount without its fraction: "1234.56" of USD becomes $1,235. */
export const formatWholeMoney = (amount: string, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency, maximumFractionDigits: 0 }).format(
    amount as `${number}`,
  )

/** Formats the month of a date: "2026-11-01" becomes November. */
export const formatMonth = (date: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(new Date(date))

/** Formats the time of an instant in a time zone: "8:55 AM". */
export const formatTime = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone })
    .format(new Date(instant))
    .replaceAll(/\s/g, ' ')
