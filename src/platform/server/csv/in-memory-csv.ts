import type { CsvSource } from './csv-file.ts'

type Row = Readonly<Record<string, string | number | null>>

/** A CSV source of rows in memory; null becomes an empty value. */
export function inMemoryCsv(name: string, rows: readonly Row[]): CsvSource {
  const header = Object.keys(rows[0] ?? {})
  return {
    name,
    header,
    delimiter: ',',
    progress: () => 1,
    async *read() {
      yield rows.map((row, at) => ({
        line: at + 2,
        fields: header.map((column) => String(row[column] ?? '')),
      }))
    },
  }
}
