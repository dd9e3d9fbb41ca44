const formula = /^[=+\-@\t\r]/

/**
 * One line of a CSV file (RFC 4180), line end included. A text that a spreadsheet would take for a formula
 * gets an apostrophe before it.
 */
export function csvLine(values: readonly (string | number | boolean | null)[]): string {
  return `${values.map(cell).join(',')}\r\n`
}

function cell(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const safe = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
