import type { CsvSource } from '#platform/server/csv/csv-file.ts'
import type { CsvRecord } from '#platform/server/csv/csv-records.ts'
import { Rejected } from '#platform/server/csv/rejected.ts'
import { checkShape, isBlank } from '#platform/server/csv/row-shape.ts'
import type { RowReader } from './mapping.ts'
import type { LocatedRow, ProviderRow } from './provider-row.ts'
import type { RosterRow } from './roster-columns.ts'
import { messages } from './roster-messages.ts'

export type Counts = { read: number; skipped: number; rejected: number }

type Steps = {
  reader: RowReader
  check(row: RosterRow, line: number): ProviderRow
  locate(rows: ProviderRow[]): Promise<(LocatedRow | undefined)[]>
  /** Takes a good row; what it gives back is waited for. */
  keep(row: LocatedRow): Promise<void> | undefined
  reject(record: CsvRecord, reason: string): Promise<void> | void
  progress(counts: Counts): void
}

type Checked = { record: CsvRecord; row: ProviderRow }
type Reject = [record: CsvRecord, reason: string]

/** Reads a roster from end to end: each row is kept, skipped as the mapping says, or rejected with its reason. */
export async function gatherRows(source: CsvSource, steps: Steps): Promise<Counts> {
  const counts: Counts = { read: 0, skipped: 0, rejected: 0 }
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
    await keepLocated(checked, rejects, steps)
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
    checkShape(record, width)
    return reader.skips(record.fields) ? 'skipped' : check(reader.rowOf(record.fields), record.line)
  } catch (error) {
    if (error instanceof Rejected) return error.message
    throw error
  }
}

async function keepLocated(checked: Checked[], rejects: Reject[], { locate, keep }: Steps) {
  const rows = checked.map(({ row }) => row)
  const located = rows.some(({ latitude }) => latitude === null) ? await locate(rows) : (rows as LocatedRow[])
  for (const [at, { record, row }] of checked.entries()) {
    const found = located[at]
    if (!found) rejects.push([record, messages.notFound(placeName(row))])
    else {
      const full = keep(found)
      if (full) await full
    }
  }
}

const placeName = ({ city, stateShown, zipcode, countryName }: ProviderRow) =>
  [city, stateShown, zipcode, countryName].filter(Boolean).join(', ')
