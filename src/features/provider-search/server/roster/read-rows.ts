import { checkRowWidth, isBlank } from '#platform/server/csv/check-row-width.ts'
import type { CsvSource } from '#platform/server/csv/csv-file.ts'
import type { CsvRecord } from '#platform/server/csv/csv-records.ts'
import { RowRejectedError } from '#platform/server/csv/row-rejected-error.ts'
import type { RowReader } from './mapping.ts'
import type { LocatedRow, Placement, ProviderRow } from './provider-row.ts'
import type { RosterRow } from './roster-columns.ts'
import type { ImportCounts } from './roster-import.ts'

type RowHandlers = {
  reader: RowReader
  check(row: RosterRow, line: number): ProviderRow
  geocode(rows: ProviderRow[]): Promise<Placement[]>
  /** Stores a valid row. If this returns a promise, the caller waits for it before the next row. */
  store(row: LocatedRow): Promise<void> | undefined
  reject(record: CsvRecord, reason: string): Promise<void> | void
  warn(record: CsvRecord, doubts: string): Promise<void> | void
  progress(counts: ImportCounts): void
}

type CheckedRecord = { record: CsvRecord; row: ProviderRow }
type Reject = [record: CsvRecord, reason: string]

/** Reads a whole roster. Each row is stored, skipped by the mapping, or rejected with a reason. */
export async function readRows(source: CsvSource, handlers: RowHandlers): Promise<ImportCounts> {
  const placed = { roster: 0, zip: 0, city: 0 }
  const counts: ImportCounts = { read: 0, skipped: 0, rejected: 0, warned: 0, unplaced: 0, placed }
  for await (const records of source.read()) {
    const rejects: Reject[] = []
    const checked: CheckedRecord[] = []
    for (const record of records) {
      if (isBlank(record)) continue
      counts.read += 1
      const row = checkRecord(record, source.header.length, handlers)
      if (row === 'skipped') counts.skipped += 1
      else if (typeof row === 'string') rejects.push([record, row])
      else checked.push({ record, row })
    }
    await storeGeocoded(checked, rejects, counts, handlers)
    counts.rejected += rejects.length
    for (const [record, reason] of rejects.sort(([a], [b]) => a.line - b.line))
      await handlers.reject(record, reason)
    handlers.progress(counts)
  }
  return counts
}

/** The validated row, 'skipped', or the reason why the row is rejected. */
function checkRecord(record: CsvRecord, width: number, { reader, check }: RowHandlers): ProviderRow | string {
  try {
    checkRowWidth(record, width)
    return reader.skips(record.fields) ? 'skipped' : check(reader.readRow(record.fields), record.line)
  } catch (error) {
    if (error instanceof RowRejectedError) return error.message
    throw error
  }
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
      rejects.push([record, placement.reason])
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
