import type { ActivityKind } from '#cases/contract.ts'
import { activityPath } from '#cases/rules.ts'
import { today } from '#platform/web/format-instant.ts'

const day = 24 * 60

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

/** Returns the date some days before another, by default before today. */
export const daysAgo = (days: number, date = today()): string =>
  new Date(Date.parse(date) - days * day * 60_000).toISOString().slice(0, 10)

/** Links to the activity of the last days, today included. */
export const linkToRecentActivity = (days: number, activityList: ActivityKind[]) => ({
  href: activityPath({ startDate: daysAgo(days - 1), endDate: today(), activityList }),
})
