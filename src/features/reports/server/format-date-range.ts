import { formatDay } from '#platform/contract/calendar.ts'

/**
 * Formats a date range without spaces at which a table could break the line: "3/4/2026", "3/4 – 3/9/2026",
 * "12/30/2025 – 1/2/2026".
 */
export function formatDateRange(from: string, to: string): string {
  if (from === to) return formatDay(from)
  const isOneYear = from.slice(0, 4) === to.slice(0, 4)
  const begin = isOneYear ? formatDay(from).replace(/\/\d{4}$/, '') : formatDay(from)
  return `${begin}\u00a0–\u00a0${formatDay(to)}`
}
