type Value = string | number | boolean | null

/**
 * One line of a CSV file (RFC 4180) for people, including the line end. Text that a spreadsheet would treat
 * as a formula, including text that begins with a full-width sign, gets a leading apostrophe (OWASP, CSV
 * injection). So does such text after a semicolon or a line break, because spreadsheets of many countries separate
 * cells with semicolons; to them, the quote in the middle of a line is text. Decimal numbers stay as they are.
 */
export const csvLine = (values: readonly Value[]): string =>
  joinCells(values.map((value) => (typeof value === 'string' ? harmless(value) : String(value ?? ''))))

/** One line of a CSV file for programs, with all text unchanged. */
export const verbatimCsvLine = (values: readonly string[]): string => joinCells(values)

const decimal = /^-?\d+(\.\d+)?$/
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/
const formulaInside = /([;\r\n])(?=[ \t"]*[=+\-@＝＋－＠])/g

function harmless(text: string): string {
  if (decimal.test(text)) return text
  return (formula.test(text) ? `'${text}` : text).replaceAll(formulaInside, "$1'")
}

const joinCells = (cells: readonly string[]) => `${cells.map(quotedWhereNeeded).join(',')}\r\n`
const quotedWhereNeeded = (text: string) =>
  /[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
