import { formatDay } from '#platform/contract/date-format.ts'
import { formatCompactMoney, formatMoney } from '#platform/contract/money.ts'
import type { ReportValue } from './view-contract.ts'
import { viewMessages as text } from './view-messages.ts'

/** Formats a value of a report for people. */
export function formatValue(value: ReportValue): string {
  if (value === null) return '–'
  if (typeof value === 'string') return value
  if ('day' in value) return formatDay(value.day)
  if ('amount' in value) return formatMoney(value.amount, value.currency)
  if ('percent' in value) return `${value.percent}%`
  return value.unit === 'days' ? text.days(value.count) : value.count.toLocaleString('en-US')
}

/** Formats a value for the narrow column of a chart. */
export const formatShort = (value: ReportValue): string =>
  value !== null && typeof value === 'object' && 'amount' in value
    ? formatCompactMoney(value.amount, value.currency)
    : formatValue(value)

/** Returns the length of a value in a chart; 0 for text. */
export function readLength(value: ReportValue | undefined): number {
  if (value === null || value === undefined || typeof value === 'string' || 'day' in value) return 0
  if ('amount' in value) return Number(value.amount)
  return 'percent' in value ? Number(value.percent) : value.count
}

/** Whether a table aligns a value like a number. */
export const isNumber = (value: ReportValue | undefined): boolean =>
  value === null || (typeof value === 'object' && !('day' in value))
