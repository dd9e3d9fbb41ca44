import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { copyText } from '../copy-format.ts'
import { checkShape, isBlank } from '../csv/check-row-width.ts'
import type { CsvSource } from '../csv/csv-file.ts'
import { Rejected } from '../csv/row-rejected-error.ts'
import { execute, sql } from '../database.ts'
import type { ImportSession } from '../import-session.ts'
import type { CsvTable } from './csv-table.ts'
import type { RowReader } from './row-reader.ts'

export type Taken = { read: number /** Why lines are rejected. */; reasons: Map<number, string> }

type Reading = {
  source: CsvSource
  reader: RowReader
  progress?(read: number, fraction: number): void
  /** Told the cells of a row that cannot be read, and whether each of them is what its column says. */
  rejected?(fields: readonly string[], isShaped: boolean): void
}

/** Copies the rows of a file that can be read into the table `incoming`, which lives until the transaction ends. */
export async function takeIn(
  { db, client }: ImportSession,
  { table, columns }: CsvTable,
  reading: Reading,
): Promise<Taken> {
  // Of what lives as long as a transaction a rough idea is enough, and takes a tenth as long.
  await execute(db, sql`set local default_statistics_target = 10`)
  const into = Object.values(columns).map(([column]) => sql.ref(column))
  await execute(
    db,
    sql`
    create temporary table incoming on commit drop as
    select 0 as line, ${sql.join(into)} from ${sql.table(table)} with no data`,
  )
  const taken: Taken = { read: 0, reasons: new Map() }
  await pipeline(Readable.from(copyLines(reading, taken)), client.query(copyFrom('copy incoming from stdin')))
  await execute(db, sql`analyze incoming`)
  return taken
}

async function* copyLines({ source, reader, progress, rejected }: Reading, taken: Taken) {
  for await (const records of source.read()) {
    let lines = ''
    for (const record of records) {
      if (isBlank(record)) continue
      taken.read += 1
      let isShaped = false
      try {
        checkShape(record, source.header.length)
        isShaped = true
        lines += copyText([record.line, ...reader(record.fields)])
      } catch (error) {
        if (!(error instanceof Rejected)) throw error
        taken.reasons.set(record.line, error.message)
        rejected?.(record.fields, isShaped)
      }
    }
    progress?.(taken.read, source.progress())
    if (lines !== '') yield lines
  }
}
