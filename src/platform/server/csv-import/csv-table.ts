import type { Cell } from './column-parsers.ts'

/** A kind of CSV file whose rows go to a table: its columns in their order, and what they become. */
export type CsvTable = {
  table: string
  /** For each column of the file the table's, and what its cells say. */
  columns: Readonly<Record<string, readonly [into: string, cell: Cell]>>
  /** What the cells of a row have to say together: may change values. Throws `Rejected`. */
  check?(row: Record<string, string | null>): void
}
