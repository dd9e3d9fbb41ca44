/** The number of months that savings are summed over, the current one included. */
export const savingsMonths = 6

/** The first days of the last months, the current one included, oldest first. Days are dates (YYYY-MM-DD). */
export function listMonths(today: string, count: number): string[] {
  const [year = 0, month = 0] = today.split('-').map(Number)
  return Array.from({ length: count }, (_, at) =>
    new Date(Date.UTC(year, month - count + at, 1)).toISOString().slice(0, 10),
  )
}
