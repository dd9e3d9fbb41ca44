import { shownDay } from '#platform/contract/calendar.ts'

/**
 * Formats a date range without spaces that a table could break: "3/4/2026", "3/4 – 3/9/2026", "12/30/2025 –
 * 1/2/2026".
 */
export function shownDays(from: string, to: string): string {
  if (from === to) return shownDay(from)
  const isOneYear = from.slice(0, 4) === to.slice(0, 4)
  const begin = isOneYear ? shownDay(from).replace(/\/\d{4}$/, '') : shownDay(from)
  return `${begin}\u00a0–\u00a0${shownDay(to)}`
}
