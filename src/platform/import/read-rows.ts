import type { CsvSource } from './csv-file.ts'
import type { CsvRecord } from './csv-records.ts'
import { checkRowWidth, isBlank, type Rejects, RowRejectedError, rejectColumns } from './rejects.ts'

/** The messages for a header that cannot be used. */
type HeaderMessages<Column> = {
  unknownColumns(names: readonly string[]): string
  missingColumns(names: readonly Column[]): string
  duplicateColumns(names: readonly Column[]): string
}

/**
 * Finds the columns of a header, regardless of case, and returns their positions. Throws an error if the header has
 * unknown columns, lacks a needed one, or repeats one.
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

type RejectedRecord = {
  record: CsvRecord
  reason: string
  /** Whether the record has as many values as the header. */
  hasRowWidth: boolean
}

/** The rows of one part of a file; `read` counts them all. */
type RowBatch<Row> = {
  read: number
  rows: { record: CsvRecord; row: Row }[]
  rejected: RejectedRecord[]
}

/**
 * Reads a file in batches and parses each row that is not blank and has as many values as the header. A row for which
 * `parse` throws `RowRejectedError` is rejected with that message.
 */
export async function* readRows<Row>(
  source: CsvSource,
  parse: (record: CsvRecord) => Row,
): AsyncGenerator<RowBatch<Row>> {
  for await (const records of source.read()) {
    const batch: RowBatch<Row> = { read: 0, rows: [], rejected: [] }
    for (const record of records) {
      if (isBlank(record)) continue
      batch.read += 1
      let hasRowWidth = false
      try {
        checkRowWidth(record, source.header.length)
        hasRowWidth = true
        batch.rows.push({ record, row: parse(record) })
      } catch (error) {
        if (!(error instanceof RowRejectedError)) throw error
        batch.rejected.push({ record, reason: error.message, hasRowWidth })
      }
    }
    yield batch
  }
}

/** The reason for rejecting a line that was read before. */
export type LineReason = readonly [line: number, reason: string]

/**
 * Reads a file again to write the original text of rejected lines. The reasons are in the order of the lines; they are
 * not read ahead, so there can be any number of them.
 */
export async function rejectLines(
  source: CsvSource,
  reasons: Iterable<LineReason> | AsyncIterable<LineReason>,
  rejects: Rejects,
) {
  const remaining = iterate(reasons)
  let next = await remaining.next()
  if (next.done) return
  for await (const records of source.read()) {
    for (const record of records) {
      const [line, reason]: LineReason = next.value
      if (record.line < line) continue
      await rejects.add(record, reason)
      next = await remaining.next()
      if (next.done) return
    }
  }
}

async function* iterate(reasons: Iterable<LineReason> | AsyncIterable<LineReason>) {
  yield* reasons
}
