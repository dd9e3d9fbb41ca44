import { copyInto } from '#platform/db/copy-into.ts'
import type { Database } from '#platform/db/database.ts'
import type { ImportSession } from '#platform/db/database-context.ts'
import type { CsvSource } from '#platform/import/csv-file.ts'
import type { CsvRecord } from '#platform/import/csv-records.ts'
import { readRows } from '#platform/import/read-rows.ts'
import { type Rejects, rejectionReason } from '#platform/import/rejects.ts'
import { createRowGeocoder } from './geocode-rows.ts'
import type { ImportCounts, RosterImport } from './import-options.ts'
import type { LookupTables } from './lookup-tables.ts'
import type { RowReader } from './mapping/row-reader.ts'
import { copyLine, type LocatedRow, type Placement, type ProviderRow } from './provider-row.ts'
import type { RosterRow } from './roster-columns.ts'
import { normalizeZip, toProviderRow } from './row-check.ts'
import { sortBatches } from './sort-batches.ts'
import { copyTarget, type StagingTable, type StagingTables } from './staging-tables.ts'

type CopyOptions = Pick<RosterImport, 'source' | 'network' | 'progress'> & {
  sourceName: string
  owner: Database
  reader: RowReader
  lookups: LookupTables
  rejects: Rejects
  warnings: Rejects
}

/**
 * Reads a roster, copies its valid rows into the staging tables of their networks and counts them. Looks up places on
 * another connection.
 */
export async function copyRows(
  { client }: ImportSession,
  { tables }: StagingTables,
  options: CopyOptions,
): Promise<ImportCounts> {
  const { source, network, sourceName, progress, reader, lookups, rejects, warnings, owner } = options
  const batches = sortBatches((table: StagingTable, rows, signal) =>
    copyInto(client, { ...copyTarget(table), signal }, rows),
  )
  const tablesByNetwork = new Map(tables.map((each) => [each.network, each]))
  const store = (row: LocatedRow) => {
    const table = tablesByNetwork.get(row.network)
    if (!table) throw new Error(`No table for ${row.network}.`)
    table.rows += 1
    return batches.add(copyLine(row), spatialOrder(row), table)
  }
  try {
    const counts = await storeRows(source, {
      reader,
      prepare: (rows) => lookups.loadZips(rows.map(({ zipcode }) => normalizeZip(zipcode))),
      check: (row, line) => toProviderRow(row, line, lookups, { network, source: sourceName }),
      geocode: createRowGeocoder(owner, lookups),
      store,
      reject: rejects.add,
      warn: warnings.add,
      progress: ({ read }) => progress?.(read, source.progress()),
    })
    await batches.end()
    return counts
  } catch (error) {
    await batches.abort(error as Error)
    throw error
  }
}

type RowHandlers = {
  reader: RowReader
  /** Runs before the rows of a batch are checked. */
  prepare(rows: RosterRow[]): Promise<void>
  check(row: RosterRow, line: number): ProviderRow
  geocode(rows: ProviderRow[]): Promise<Placement[]>
  /** Stores a valid row. If this returns a promise, the caller waits for it before the next row. */
  store(row: LocatedRow): Promise<void> | undefined
  reject(record: CsvRecord, reason: string): Promise<void> | void
  warn(record: CsvRecord, doubts: string): Promise<void> | void
  progress(counts: ImportCounts): void
}

type ReadRecord = { record: CsvRecord; row: RosterRow }
type CheckedRecord = { record: CsvRecord; row: ProviderRow }
type Reject = { record: CsvRecord; reason: string }

/** Reads a whole roster. Each row is stored, skipped by the mapping, or rejected with a reason. */
async function storeRows(source: CsvSource, handlers: RowHandlers): Promise<ImportCounts> {
  const { reader } = handlers
  const placed = { roster: 0, zip: 0, city: 0 }
  const counts: ImportCounts = { read: 0, skipped: 0, rejected: 0, warned: 0, unplaced: 0, placed }
  const parse = ({ fields }: CsvRecord) => (reader.skips(fields) ? 'skipped' : reader.readRow(fields))
  for await (const { read, rows, rejected } of readRows(source, parse)) {
    const unchecked = rows.filter((each): each is ReadRecord => each.row !== 'skipped')
    const rejects: Reject[] = [...rejected]
    counts.read += read
    counts.skipped += rows.length - unchecked.length
    await handlers.prepare(unchecked.map(({ row }) => row))
    await storeGeocoded(checkRows(unchecked, rejects, handlers), rejects, counts, handlers)
    counts.rejected += rejects.length
    for (const { record, reason } of rejects.sort((a, b) => a.record.line - b.record.line))
      await handlers.reject(record, reason)
    handlers.progress(counts)
  }
  return counts
}

/** The valid rows; adds the others to the rejects. */
function checkRows(unchecked: ReadRecord[], rejects: Reject[], { check }: RowHandlers): CheckedRecord[] {
  return unchecked.flatMap(({ record, row }) => {
    try {
      return [{ record, row: check(row, record.line) }]
    } catch (error) {
      rejects.push({ record, reason: rejectionReason(error) })
      return []
    }
  })
}

async function storeGeocoded(
  checked: CheckedRecord[],
  rejects: Reject[],
  counts: ImportCounts,
  handlers: RowHandlers,
) {
  const placements = await handlers.geocode(checked.map(({ row }) => row))
  for (const [at, { record }] of checked.entries()) {
    const placement = placements[at]
    if (!placement) throw new Error('A row was not placed.')
    if ('reason' in placement) {
      rejects.push({ record, reason: placement.reason })
      if (placement.isUnplaced) counts.unplaced += 1
      continue
    }
    const { row } = placement
    counts.placed[row.locatedBy] += 1
    if (row.warnings.length > 0) {
      counts.warned += 1
      await handlers.warn(record, row.warnings.join('; '))
    }
    const pending = handlers.store(row)
    if (pending) await pending
  }
}

const strips = 1024
const steps = 4096

/**
 * A sort key below 2³² that stores neighbors together: type, then strips of latitude a quarter of a degree (28 km)
 * high, then longitude within the strip.
 */
function spatialOrder({ typePosition, latitude, longitude }: LocatedRow): number {
  const strip = Math.floor((latitude + 90) * 4)
  const along = Math.min(steps - 1, Math.floor(((longitude + 180) / 360) * steps))
  return ((typePosition % 1024) * strips + strip) * steps + along
}
