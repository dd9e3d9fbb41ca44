import { rejectColumns } from '../csv/rejects.ts'
import type { CsvTable } from './csv-table.ts'
import { messages } from './messages.ts'

/** Parses the cells of a row to database values, in the order of the file's columns. Throws `RowRejectedError`. */
export type RowReader = (fields: readonly string[]) => (string | null)[]

/** Reads the rows of a file. Throws a readable error if the header is invalid. */
export function rowReader(name: string, { columns, check }: CsvTable, header: readonly string[]): RowReader {
  const names = Object.keys(columns)
  const known = new Map(names.map((column) => [column.toLowerCase(), column]))
  const named = header.map((column) => known.get(column.toLowerCase()))
  rejectHeader(name, { columns, header, named })
  const places = names.map((column) => named.indexOf(column))
  const all = Object.entries(columns)
  return (fields) => {
    const row: Record<string, string | null> = {}
    for (const [at, [column, [, cell]]] of all.entries()) {
      const place = places[at] ?? -1
      row[column] = cell.read(place < 0 ? '' : (fields[place] ?? '').trim(), column)
    }
    check?.(row)
    return names.map((column) => row[column] ?? null)
  }
}

type Header = Pick<CsvTable, 'columns'> & {
  header: readonly string[]
  named: readonly (string | undefined)[]
}

function rejectHeader(file: string, { columns, header, named }: Header) {
  const names = Object.keys(columns)
  const strange = header.filter((name, at) => name !== '' && !named[at] && !rejectColumns.includes(name))
  if (strange.length > 0) throw new Error(messages.unknownColumns(file, strange, names))
  const missing = names.filter((name) => columns[name]?.[1].isNeeded && !named.includes(name))
  if (missing.length > 0) throw new Error(messages.missingColumns(file, missing))
  const twice = names.filter((name) => named.indexOf(name) !== named.lastIndexOf(name))
  if (twice.length > 0) throw new Error(messages.twice(file, twice))
}
