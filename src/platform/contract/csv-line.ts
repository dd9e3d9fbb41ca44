type Value = string | number | boolean | null

/**
 * One line of a CSV file (RFC 4180) for people, including the line end. Text that a spreadsheet would treat
 * as a formula, including text that begins with a full-width sign, gets a leading apostrophe (OWASP, CSV
 * injection).
 */
export const csvLine = (values: readonly Value[]): string =>
  lineOf(values.map((value) => (typeof value === 'string' ? harmless(value) : String(value ?? ''))))

/** One line of a CSV file for programs, with all text unchanged. */
export const verbatimCsvLine = (values: readonly string[]): string => lineOf(values)

const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/
const harmless = (text: string) => (formula.test(text) ? `'${text}` : text)

const lineOf = (cells: readonly string[]) => `${cells.map(quotedWhereNeeded).join(',')}\r\n`
const quotedWhereNeeded = (text: string) =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
