import type { RosterRecord } from './csv-records.ts'
import type { RowReader } from './mapping.ts'
import type { LocatedRow, ProviderRow } from './provider-row.ts'
import { Rejected } from './rejected.ts'
import type { RosterRow } from './roster-columns.ts'
import { messages } from './roster-messages.ts'
import type { RosterSource } from './roster-source.ts'

export type Counts = { read: number; skipped: number; rejected: number }

type Steps = {
  reader: RowReader
  check(row: RosterRow, line: number): ProviderRow
  locate(rows: ProviderRow[]): Promise<(LocatedRow | undefined)[]>
  /** Takes a good row; what it gives back is waited for. */
  keep(row: LocatedRow): Promise<void> | undefined
  reject(record: RosterRecord, reason: string): Promise<void> | void
  progress(counts: Counts): void
}

type Checked = { record: RosterRecord; row: ProviderRow }

/** Reads a roster from end to end: each row is kept, skipped as the mapping says, or rejected with its reason. */
export async function gatherRows(source: RosterSource, steps: Steps): Promise<Counts> {
  const counts: Counts = { read: 0, skipped: 0, rejected: 0 }
  for await (const records of source.read()) {
    const rejected: [record: RosterRecord, reason: string][] = []
    const checked = records.flatMap((record) => checkedOf(record, rejected) ?? [])
    const located = await locate(checked)
    for (const [at, row] of located.entries()) {
      const { record } = checked[at] as Checked
      if (!row) rejected.push([record, messages.notFound(placeName((checked[at] as Checked).row))])
      else {
        const full = steps.keep(row)
        if (full) await full
      }
    }
    counts.rejected += rejected.length
    for (const [record, reason] of rejected.sort(([a], [b]) => a.line - b.line))
      await steps.reject(record, reason)
    steps.progress(counts)
  }
  return counts

  function checkedOf(record: RosterRecord, rejected: [RosterRecord, string][]): Checked | undefined {
    const { fields, line } = record
    if (fields.every((field) => field === '' || field.trim() === '')) return undefined
    counts.read += 1
    try {
      checkShape(record, source.header.length)
      if (steps.reader.skips(fields)) {
        counts.skipped += 1
        return undefined
      }
      return { record, row: steps.check(steps.reader.rowOf(fields), line) }
    } catch (error) {
      if (!(error instanceof Rejected)) throw error
      rejected.push([record, error.message])
      return undefined
    }
  }

  function locate(checked: Checked[]): Promise<(LocatedRow | undefined)[]> | (LocatedRow | undefined)[] {
    const rows = checked.map(({ row }) => row)
    return rows.some((row) => row.latitude === null) ? steps.locate(rows) : (rows as LocatedRow[])
  }
}

/** As many values as the header has; empty ones beyond are what spreadsheets leave behind. */
function checkShape({ fields, fault }: RosterRecord, width: number) {
  if (fault) throw new Rejected(messages[fault])
  if (fields.length === width) return
  if (fields.length < width || fields.slice(width).some((field) => field.trim() !== ''))
    throw new Rejected(messages.width(fields.length, width))
}

const placeName = ({ city, stateShown, zipcode, countryName }: ProviderRow) =>
  [city, stateShown, zipcode, countryName].filter(Boolean).join(', ')
