import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { formatCopyRow } from '../copy-format.ts'
import { checkRowWidth, isBlank } from '../csv/check-row-width.ts'
import type { CsvSource } from '../csv/csv-file.ts'
import { RowRejectedError } from '../csv/row-rejected-error.ts'
import { execute, sql } from '../database.ts'
import type { ImportSession } from '../import-session.ts'
import type { CsvTable } from './csv-table.ts'
import type { RowReader } from './row-reader.ts'

export type StagedRows = {
  read: number
  /** The rejection reasons, by line number. */
  reasons: Map<number, string>
}

type Reading = {
  source: CsvSource
  reader: RowReader
  progress?(read: number, fraction: number): void
  /** Receives the cells of a rejected row and whether there are as many as in the header. */
  rejected?(fields: readonly string[], isShaped: boolean): void
}

/**
 * Copies the valid rows of a file into the staging table `incoming`, which lives until the transaction ends.
 */
export async function loadStaging(
  { db, client }: ImportSession,
  { table, columns }: CsvTable,
  reading: Reading,
): Promise<StagedRows> {
  // A temporary table needs only rough statistics, which take a tenth of the time.
  await execute(db, sql`set local default_statistics_target = 10`)
  const into = Object.values(columns).map(([column]) => sql.ref(column))
  await execute(
    db,
    sql`
    create temporary table incoming on commit drop as
    select 0 as line, ${sql.join(into)} from ${sql.table(table)} with no data`,
  )
  const taken: StagedRows = { read: 0, reasons: new Map() }
  await pipeline(Readable.from(copyLines(reading, taken)), client.query(copyFrom('copy incoming from stdin')))
  await execute(db, sql`analyze incoming`)
  return taken
}

async function* copyLines({ source, reader, progress, rejected }: Reading, taken: StagedRows) {
  for await (const records of source.read()) {
    let lines = ''
    for (const record of records) {
      if (isBlank(record)) continue
      taken.read += 1
      let isShaped = false
      try {
        checkRowWidth(record, source.header.length)
        isShaped = true
        lines += formatCopyRow([record.line, ...reader(record.fields)])
      } catch (error) {
        if (!(error instanceof RowRejectedError)) throw error
        taken.reasons.set(record.line, error.message)
        rejected?.(record.fields, isShaped)
      }
    }
    progress?.(taken.read, source.progress())
    if (lines !== '') yield lines
  }
}
