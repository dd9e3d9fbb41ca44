import { dayMs } from '../../contract/clock.ts'
import { csvLine } from '../../contract/csv-line.ts'
import { formatDay } from '../../contract/date-format.ts'
import { toCurrencyScale } from '../../contract/money.ts'
import type { ExportFormat } from '../../contract.ts'
import { downloadFile } from './download-file.ts'
import { writeXlsx, type XlsxCell, type XlsxSheet } from './xlsx-file.ts'

/**
 * A value in a downloaded file: a text, a date (YYYY-MM-DD), a time on the portal's clocks (YYYY-MM-DDTHH:MM:SS) with
 * the text shown, an exact amount with its currency, or a number.
 */
export type SheetValue =
  | string
  | null
  | { day: string }
  | { clockTime: string; shown: string }
  | { amount: string; currency: string }
  | { number: number; digits: number }

/** The column names and the rows of a list. One of several lists in a file has a title. */
export type Sheet = { title?: string; head: readonly string[]; rows: readonly (readonly SheetValue[])[] }

/**
 * Writes lists as a file for spreadsheets, in which no text becomes a formula. Returns a function that saves the file
 * under a name.
 */
export async function writeSheets(
  sheets: readonly Sheet[],
  format: ExportFormat,
): Promise<(name: string) => void> {
  const isCsv = format === 'csv'
  const file = isCsv ? new Blob([toCsv(sheets)], { type: 'text/csv;charset=utf-8' }) : await toXlsx(sheets)
  return (name) => downloadFile(file, name)
}

/**
 * CSV (RFC 4180) in UTF-8 with a byte order mark: dates and times as on the page, amounts as exact decimals. Several
 * lists stand below their titles.
 */
export const toCsv = (sheets: readonly Sheet[]): string => `\uFEFF${sheets.map(toCsvLines).join(csvLine([]))}`

const toCsvLines = ({ title, head, rows }: Sheet): string =>
  [...(title === undefined ? [] : [[title]]), head, ...rows.map((row) => row.map(toCsvValue))]
    .map(csvLine)
    .join('')

function toCsvValue(value: SheetValue): string | number | null {
  if (value === null || typeof value === 'string') return value
  if ('day' in value) return formatDay(value.day)
  if ('clockTime' in value) return value.shown
  return 'number' in value ? value.number : toCurrencyScale(value.currency, value.amount)
}

/** An Excel workbook with a sheet for each list: dates, times and amounts are typed, column names stay in view. */
export function toXlsx(sheets: readonly Sheet[]): Promise<Blob> {
  const names = nameSheets(sheets.map(({ title = 'Sheet1' }) => title))
  return writeXlsx(sheets.map((sheet, at) => toWorksheet(sheet, names[at] ?? '')))
}

const toWorksheet = ({ head, rows }: Sheet, name: string): XlsxSheet => ({
  name,
  head: head.map(toCellText),
  widths: head.map((heading, at) => findWidth(heading, rows, at)),
  rows: toCells(rows),
})

function* toCells(rows: Sheet['rows']): Generator<XlsxCell[]> {
  for (const row of rows) yield row.map(toCell)
}

/** The longest name of a sheet, and the characters that it cannot contain. */
const maxSheetName = 31
const unnamable = /[\\/?*[\]:]/g

/** Makes names that Excel accepts, each once: a number replaces the end of a repeated one. */
export function nameSheets(titles: readonly string[]): string[] {
  const used = new Set<string>()
  return titles.map((title) => {
    const name =
      title
        .replaceAll(unnamable, ' ')
        .replaceAll(/^'+|'+$/g, '')
        .trim() || '-'
    let unique = name.slice(0, maxSheetName)
    for (let count = 2; used.has(unique.toLowerCase()); count += 1)
      unique = `${name.slice(0, maxSheetName - String(count).length - 1)} ${count}`
    used.add(unique.toLowerCase())
    return unique
  })
}

const dayFormat = 'm/d/yyyy'
const timeFormat = 'm/d/yyyy h:mm:ss AM/PM'
/** Excel keeps this many digits of a number. */
const maxDigits = 15

/** The day of a date or time as Excel counts days. */
const toSerial = (instant: string) => (Date.parse(instant) - Date.UTC(1899, 11, 30)) / dayMs

function toCell(value: SheetValue): XlsxCell {
  if (value === null) return null
  if (typeof value === 'string') return { text: toCellText(value) }
  if ('day' in value) return { number: toSerial(`${value.day}T00:00:00Z`), format: dayFormat }
  // Workbooks have no time zones, so the time is written as it is.
  if ('clockTime' in value) return { number: toSerial(`${value.clockTime}Z`), format: timeFormat }
  if ('number' in value) return { number: value.number, format: numberFormat(value.digits) }
  const amount = toCurrencyScale(value.currency, value.amount)
  // A number cell would round a longer amount, so this one is a text.
  if (countSignificantDigits(amount) > maxDigits) return { text: amount }
  const [, places = ''] = amount.split('.')
  return { number: Number(amount), format: numberFormat(places.length) }
}

const countSignificantDigits = (decimal: string) =>
  decimal.replaceAll(/\D/g, '').replaceAll(/^0+|0+$/g, '').length

const numberFormat = (digits: number) => (digits === 0 ? '#,##0' : `#,##0.${'0'.repeat(digits)}`)

/** The longest text that a cell can hold. */
const maxCellText = 32_767
/** Characters that XML 1.0 cannot contain. */
const unwritable = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu
const toCellText = (text: string) => text.replaceAll(unwritable, '').slice(0, maxCellText)

function findLength(value: SheetValue): number {
  if (typeof value === 'string') return value.length
  return value !== null && 'clockTime' in value ? timeFormat.length : 12
}

/** A width in characters that suits most values. */
function findWidth(name: string, rows: Sheet['rows'], at: number): number {
  const longest = rows.reduce((most, row) => {
    const value = row[at] ?? null
    return Math.max(most, findLength(value))
  }, name.length + 2)
  return Math.min(longest + 1, 60)
}
