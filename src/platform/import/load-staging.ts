import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { z } from 'zod'
import { formatCopyRow } from '../db/copy-format.ts'
import { type Database, execute, queryRows, type Sql, sql } from '../db/database.ts'
import type { ImportSession } from '../db/database-context.ts'
import type { CsvTable } from './column-parsers.ts'
import type { CsvSource } from './csv-file.ts'
import { messages } from './import-messages.ts'
import { checkRowWidth, isBlank, type Rejects, RowRejectedError, rejectColumns } from './rejects.ts'

type StagedRows = {
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

/** Parses the cells of a row to database values, in the order of the file's columns. Throws `RowRejectedError`. */
export type RowReader = (fields: readonly string[]) => (string | null)[]

/** Reads the rows of a file. Throws a readable error if the header is invalid. */
export function rowReader(name: string, { columns, check }: CsvTable, header: readonly string[]): RowReader {
  const names = Object.keys(columns)
  const known = new Map(names.map((column) => [column.toLowerCase(), column]))
  const named = header.map((column) => known.get(column.toLowerCase()))
  rejectHeader(name, { columns, header, named })
  const places = names.map((column) => named.indexOf(column))
  const all = Object.entries(columns)
  return (fields) => {
    const row: Record<string, string | null> = {}
    for (const [at, [column, [, cell]]] of all.entries()) {
      const place = places[at] ?? -1
      row[column] = cell.read(place < 0 ? '' : (fields[place] ?? '').trim(), column)
    }
    check?.(row)
    return names.map((column) => row[column] ?? null)
  }
}

type Header = Pick<CsvTable, 'columns'> & {
  header: readonly string[]
  named: readonly (string | undefined)[]
}

function rejectHeader(file: string, { columns, header, named }: Header) {
  const names = Object.keys(columns)
  const strange = header.filter((name, at) => name !== '' && !named[at] && !rejectColumns.includes(name))
  if (strange.length > 0) throw new Error(messages.unknownColumns(file, strange, names))
  const missing = names.filter((name) => columns[name]?.[1].isNeeded && !named.includes(name))
  if (missing.length > 0) throw new Error(messages.missingColumns(file, missing))
  const twice = names.filter((name) => named.indexOf(name) !== named.lastIndexOf(name))
  if (twice.length > 0) throw new Error(messages.twice(file, twice))
}

const faulty = z.object({ line: z.number(), fault: z.tuple([z.string(), z.string()]) })

/** The message for each error name, given the subject of the error. */
export type ValidationMessages = Readonly<Record<string, (subject: string) => string>>

/**
 * Validates the rows of `incoming` and writes them to the table `checked`, whose column `fault` contains the
 * name of an error and its subject. Adds the reason for each rejected line to `reasons`.
 */
export async function validateStaging(
  db: Database,
  checkedRows: Sql,
  faults: ValidationMessages,
  reasons: Map<number, string>,
) {
  await execute(db, sql`create temporary table checked on commit drop as ${checkedRows}`)
  await execute(db, sql`analyze checked`)
  const query = sql`select line, fault from checked where fault is not null order by line`
  for (const { line, fault } of await queryRows(db, faulty, query)) {
    const [name, subject] = fault
    reasons.set(line, faults[name]?.(subject) ?? name)
  }
}

/** Reads a file again to collect the original text of its rejected rows. */
export async function rejectRows(source: CsvSource, reasons: ReadonlyMap<number, string>, rejects: Rejects) {
  if (reasons.size === 0) return
  for await (const records of source.read()) {
    for (const record of records) {
      const reason = reasons.get(record.line)
      if (reason !== undefined) await rejects.add(record, reason)
    }
  }
}
