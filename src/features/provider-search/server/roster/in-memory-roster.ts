import type { CsvSource } from '#platform/server/csv/csv-file.ts'
import type { CsvRecord } from '#platform/server/csv/csv-records.ts'
import { type Column, columns } from './roster-columns.ts'

/** A row that a program makes: what is null or absent is empty. */
export type RowValues = { [Name in Column]?: string | number | boolean | null }

/** A roster of rows that a program makes; `rows` is called once for each reading. */
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
