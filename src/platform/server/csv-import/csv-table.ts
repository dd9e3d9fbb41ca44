import type { ColumnParser } from './column-parsers.ts'

/** A kind of CSV file that is imported into a table: its columns, in order, and their parsers. */
export type CsvTable = {
  table: string
  /** The table column and the parser of each file column. */
  columns: Readonly<Record<string, readonly [into: string, cell: ColumnParser]>>
  /** Checks the cells of a row together and may change values. Throws `RowRejectedError`. */
  check?(row: Record<string, string | null>): void
}
