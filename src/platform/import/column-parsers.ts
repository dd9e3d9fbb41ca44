import { parseDay, parseDayOfAnyYear, years } from '#platform/contract/date-format.ts'
import { currencyScale } from '../contract/money.ts'
import { normalizeText } from '../contract/normalize-text.ts'
import { messages } from './import-messages.ts'
import { RowRejectedError, rejectColumns } from './rejects.ts'

/** Parses a cell to a database value. Throws `RowRejectedError`. */
export type ColumnParser = { isNeeded: boolean; read(text: string, column: string): string | null }

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/
const decimal = /^(\d{1,15})(?:\.(\d{1,10}))?$/
const hasLetterOrDigit = /[\p{L}\p{N}]/u
const mostPages = 1_000_000

const columnParser = (read: ColumnParser['read']): ColumnParser => ({
  isNeeded: true,
  read(text, column) {
    if (text === '') throw new RowRejectedError(messages.missing(column))
    return read(text, column)
  },
})

/** Makes a column optional. */
export const optional = ({ read }: ColumnParser): ColumnParser => ({
  isNeeded: false,
  read: (text, column) => (text === '' ? null : read(text, column)),
})

/** Text with a maximum length and at least one visible character. */
export const text = (longest: number) =>
  columnParser((value, column) => {
    if (value.length > longest) throw new RowRejectedError(messages.tooLong(column, longest))
    if (!value.isWellFormed() || value.includes('\uFFFD') || value.includes('\0'))
      throw new RowRejectedError(messages.unreadable(column))
    if (!hasLetterOrDigit.test(value) && normalizeText(value) === '')
      throw new RowRejectedError(messages.missing(column))
    return value
  })

/** Text of an exact length. */
export const fixedLengthText = (length: number) =>
  columnParser((value, column) => {
    if (value.length !== length) throw new RowRejectedError(messages.notOfLength(column, value, length))
    return text(length).read(value, column)
  })

/** A date within the accepted years, as YYYY-MM-DD or M/D/YYYY. */
export const day = columnParser((value, column) => {
  const found = parseDay(value)
  if (found) return found
  throw new RowRejectedError(
    parseDayOfAnyYear(value) ? messages.outsideYears(column, value, years) : messages.notDay(column, value),
  )
})

/** An ISO 8601 timestamp with a time zone, within the accepted years. */
export const timestamp = columnParser((value, column) => {
  const at = instant.test(value) ? new Date(value) : undefined
  const written = value.slice(0, 10)
  // JavaScript would shift an invalid date such as February 30 to a valid one.
  if (!at || Number.isNaN(+at) || !parseDayOfAnyYear(written))
    throw new RowRejectedError(messages.notInstant(column, value))
  if (!parseDay(written)) throw new RowRejectedError(messages.outsideYears(column, value, years))
  return at.toISOString()
})

/** A page number, counted from 1. */
export const page = columnParser((value, column) => {
  const number = /^\d{1,7}$/.test(value) ? Number(value) : 0
  if (number < 1 || number > mostPages) throw new RowRejectedError(messages.notPage(column, value))
  return String(number)
})

/** An ISO 4217 currency code. */
export const currency = columnParser((value, column) => {
  if (!currencies.has(value)) throw new RowRejectedError(messages.notCurrency(column, value))
  return value
})

/** An amount of zero or more; `parseCurrencyAmount` adds the decimals of its currency. */
export const amount = columnParser((value, column) => {
  if (!decimal.test(value)) throw new RowRejectedError(messages.notAmount(column, value))
  return value
})

/** An amount with exactly the decimals of its currency. Throws `RowRejectedError` if it has more. */
export function parseCurrencyAmount(
  currencyCode: string,
  value: string | null,
  column: string,
): string | null {
  const [, whole = '', fraction = ''] = decimal.exec(value ?? '') ?? []
  if (value === null) return null
  const places = currencyScale(currencyCode)
  if (/[1-9]/.test(fraction.slice(places)))
    throw new RowRejectedError(messages.tooPrecise(column, value, currencyCode, places))
  const digits = String(BigInt(whole))
  return places === 0 ? digits : `${digits}.${fraction.slice(0, places).padEnd(places, '0')}`
}

/** A kind of CSV file that is imported into a table: its columns, in order, and their parsers. */
export type CsvTable = {
  table: string
  /** The table column and the parser of each file column. */
  columns: Readonly<Record<string, readonly [into: string, cell: ColumnParser]>>
  /** Checks the cells of a row together and may change values. Throws `RowRejectedError`. */
  check?(row: Record<string, string | null>): void
}

/** The messages for a header that cannot be used. */
type HeaderMessages<Column> = {
  unknownColumns(names: readonly string[]): string
  missingColumns(names: readonly Column[]): string
  duplicateColumns(names: readonly Column[]): string
}

/**
 * Finds the columns of a header, regardless of case, and returns their positions. Throws an error if the header has
 * unknown columns, lacks a required one, or repeats one.
 */
export function locateColumns<Column extends string>(
  header: readonly string[],
  columns: readonly Column[],
  isNeeded: (column: Column) => boolean,
  messages: HeaderMessages<Column>,
): Map<Column, number> {
  const known = new Map(columns.map((column) => [column.toLowerCase(), column]))
  const named = header.map((name) => known.get(name.toLowerCase()))
  const unknown = header.filter((name, at) => name !== '' && !named[at] && !rejectColumns.includes(name))
  if (unknown.length > 0) throw new Error(messages.unknownColumns(unknown))
  const missing = columns.filter((column) => isNeeded(column) && !named.includes(column))
  if (missing.length > 0) throw new Error(messages.missingColumns(missing))
  const duplicates = columns.filter((column) => named.indexOf(column) !== named.lastIndexOf(column))
  if (duplicates.length > 0) throw new Error(messages.duplicateColumns(duplicates))
  return new Map(named.flatMap((column, at): [Column, number][] => (column ? [[column, at]] : [])))
}
