import { checkRowWidth, isBlank } from '#platform/server/csv/check-row-width.ts'
import type { CsvSource } from '#platform/server/csv/csv-file.ts'
import type { CsvRecord } from '#platform/server/csv/csv-records.ts'
import { RowRejectedError } from '#platform/server/csv/row-rejected-error.ts'
import type { RowReader } from './mapping.ts'
import type { LocatedRow, Placement, ProviderRow } from './provider-row.ts'
import type { RosterRow } from './roster-columns.ts'
import type { ImportCounts } from './roster-import.ts'

type Steps = {
  reader: RowReader
  check(row: RosterRow, line: number): ProviderRow
  place(rows: ProviderRow[]): Promise<Placement[]>
  /** Takes a good row; what it gives back is waited for. */
  keep(row: LocatedRow): Promise<void> | undefined
  reject(record: CsvRecord, reason: string): Promise<void> | void
  warn(record: CsvRecord, doubts: string): Promise<void> | void
  progress(counts: ImportCounts): void
}

type Checked = { record: CsvRecord; row: ProviderRow }
type Reject = [record: CsvRecord, reason: string]

/** Reads a roster from end to end: each row is kept, skipped as the mapping says, or rejected with its reason. */
export async function gatherRows(source: CsvSource, steps: Steps): Promise<ImportCounts> {
  const placed = { roster: 0, zip: 0, city: 0 }
  const counts: ImportCounts = { read: 0, skipped: 0, rejected: 0, warned: 0, unplaced: 0, placed }
  for await (const records of source.read()) {
    const rejects: Reject[] = []
    const checked: Checked[] = []
    for (const record of records) {
      if (isBlank(record)) continue
      counts.read += 1
      const row = rowOrReason(record, source.header.length, steps)
      if (row === 'skipped') counts.skipped += 1
      else if (typeof row === 'string') rejects.push([record, row])
      else checked.push({ record, row })
    }
    await keepPlaced(checked, rejects, counts, steps)
    counts.rejected += rejects.length
    for (const [record, reason] of rejects.sort(([a], [b]) => a.line - b.line))
      await steps.reject(record, reason)
    steps.progress(counts)
  }
  return counts
}

/** The checked row, 'skipped', or the reason why it is rejected. */
function rowOrReason(record: CsvRecord, width: number, { reader, check }: Steps): ProviderRow | string {
  try {
    checkRowWidth(record, width)
    return reader.skips(record.fields) ? 'skipped' : check(reader.rowOf(record.fields), record.line)
  } catch (error) {
    if (error instanceof RowRejectedError) return error.message
    throw error
  }
}

async function keepPlaced(checked: Checked[], rejects: Reject[], counts: ImportCounts, steps: Steps) {
  const placements = await steps.place(checked.map(({ row }) => row))
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
    if (row.doubts.length > 0) {
      counts.warned += 1
      await steps.warn(record, row.doubts.join('; '))
    }
    const full = steps.keep(row)
    if (full) await full
  }
}
