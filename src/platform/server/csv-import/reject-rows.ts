import type { CsvSource } from '../csv/csv-file.ts'
import type { Rejects } from '../csv/rejects.ts'

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
