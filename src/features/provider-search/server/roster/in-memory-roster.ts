import type { CsvSource } from '#platform/import/csv-file.ts'
import type { CsvRecord } from '#platform/import/csv-records.ts'
import { type Column, columns } from './roster-columns.ts'

/** A generated row; null and missing values become empty cells. */
export type RowValues = { [Name in Column]?: string | number | boolean | null }

/** Creates a roster from generated rows; `rows` is called again each time the roster is read. */
export function createRoster(name: string, rows: () => Iterable<RowValues>): CsvSource {
  return {
    name,
    header: [...columns],
    delimiter: ',',
    progress: () => 0,
    async *read() {
      let line = 0
      let batch: CsvRecord[] = []
      for (const row of rows()) {
        line += 1
        batch.push({ line, fields: columns.map((column) => String(row[column] ?? '')) })
        if (batch.length === 1000) {
          yield batch
          batch = []
        }
      }
      yield batch
    },
  }
}
