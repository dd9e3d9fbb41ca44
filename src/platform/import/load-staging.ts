import { z } from 'zod'
import { copyInto, formatCopyRow } from '../db/copy-into.ts'
import { type Database, execute, queryRows, type Sql, sql } from '../db/database.ts'
import type { ImportSession } from '../db/database-context.ts'
import { type CsvTable, locateColumns } from './column-parsers.ts'
import type { CsvSource } from './csv-file.ts'
import type { CsvRecord } from './csv-records.ts'
import { messages } from './import-messages.ts'
import { readRows } from './read-rows.ts'
import { type Rejects, rejectLines } from './rejects.ts'

type StagedRows = {
  read: number
  /** The rejection reasons, by line number. */
  reasons: Map<number, string>
}

type Reading = {
  source: CsvSource
  parseRow: RowParser
  progress?(read: number, fraction: number): void
  /** Receives the cells of a rejected row and whether there are as many as in the header. */
  rejected?(fields: readonly string[], hasRowWidth: boolean): void
}

/** Creates the empty staging table `incoming`, which lives until the transaction ends: a line and a table's columns. */
export async function createStaging(db: Database, { table, columns }: CsvTable) {
  const into = Object.values(columns).map(([column]) => sql.ref(column))
  await execute(
    db,
    sql`
    create temporary table incoming on commit drop as
    select 0 as line, ${sql.join(into)} from ${sql.table(table)} with no data`,
  )
}

/**
 * Copies the valid rows of a file into the staging table `incoming`, which lives until the transaction ends.
 */
export async function loadStaging(
  { db, client }: ImportSession,
  file: CsvTable,
  reading: Reading,
): Promise<StagedRows> {
  // A temporary table needs only rough statistics, which take a tenth of the time.
  await execute(db, sql`set local default_statistics_target = 10`)
  await createStaging(db, file)
  const staged: StagedRows = { read: 0, reasons: new Map() }
  await copyInto(client, { table: 'incoming' }, copyLines(reading, staged))
  await execute(db, sql`analyze incoming`)
  return staged
}

async function* copyLines({ source, parseRow, progress, rejected }: Reading, staged: StagedRows) {
  const toLine = ({ line, fields }: CsvRecord) => formatCopyRow([line, ...parseRow(fields)])
  for await (const batch of readRows(source, toLine)) {
    staged.read += batch.read
    for (const { record, reason, hasRowWidth } of batch.rejected) {
      staged.reasons.set(record.line, reason)
      rejected?.(record.fields, hasRowWidth)
    }
    progress?.(staged.read, source.progress())
    if (batch.rows.length > 0) yield batch.rows.map(({ row }) => row).join('')
  }
}

/** Parses the cells of a row to database values, in the order of the file's columns. Throws `RowRejectedError`. */
export type RowParser = (fields: readonly string[]) => (string | null)[]

/** Reads the rows of a file. Throws a readable error if the header is invalid. */
export function createRowParser(
  name: string,
  { columns, check }: CsvTable,
  header: readonly string[],
): RowParser {
  const names = Object.keys(columns)
  const positions = locateColumns(header, names, (column) => columns[column]?.[1].isNeeded === true, {
    unknownColumns: (unknown) => messages.unknownColumns(name, unknown, names),
    missingColumns: (missing) => messages.missingColumns(name, missing),
    duplicateColumns: (duplicates) => messages.twice(name, duplicates),
  })
  const cells = Object.entries(columns).map(([column, [, cell]]) => ({
    column,
    cell,
    position: positions.get(column) ?? -1,
  }))
  return (fields) => {
    const row: Record<string, string | null> = {}
    for (const { column, cell, position } of cells)
      row[column] = cell.read((fields[position] ?? '').trim(), column)
    check?.(row)
    return names.map((column) => row[column] ?? null)
  }
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
export function rejectRows(source: CsvSource, reasons: ReadonlyMap<number, string>, rejects: Rejects) {
  const inFileOrder = [...reasons].sort(([a], [b]) => a - b)
  return rejectLines(source, inFileOrder, rejects)
}
