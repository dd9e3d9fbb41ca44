import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

type Target = {
  /** The table as SQL, with its columns in parentheses unless the rows have all of them. */
  table: string
  /** The options of the statement; without any, rows are in the text format. */
  options?: string
  /** Ends a copy; the rows that were sent are rolled back. */
  signal?: AbortSignal
}

type Chunk = string | Buffer

/**
 * Sends rows to a table with COPY, no faster than the database takes them. Resolves once the database has all of them.
 * Rejects with the error of the rows or of the database, and with an `AbortError` if the signal ends the copy.
 */
export function copyInto(
  client: pg.Client,
  { table, options, signal }: Target,
  rows: Readable | Iterable<Chunk> | AsyncIterable<Chunk>,
): Promise<void> {
  const statement = `copy ${table} from stdin${options === undefined ? '' : ` with (${options})`}`
  // A stream stops writing when the database reports an error; an iterable in a pipeline would write once more.
  const source = rows instanceof Readable ? rows : Readable.from(rows, { objectMode: false })
  return pipeline(source, client.query(copyFrom(statement)), signal ? { signal } : {})
}

const special = /[\\\t\n\r]/
const copyEscapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Escapes text for the text format of PostgreSQL's COPY. */
export const escapeCopyText = (text: string): string =>
  text.replaceAll(/[\\\t\n\r]/g, (character) => copyEscapes[character] ?? character)

/** A row in the text format of PostgreSQL's COPY, including the line end. */
export const formatCopyRow = (values: readonly (string | number | null)[]): string =>
  `${values.map(copyValue).join('\t')}\n`

function copyValue(value: string | number | null): string {
  if (value === null) return '\\N'
  const text = String(value)
  // Few values need escaping, and testing costs a fifth of replacing.
  if (!special.test(text)) return text
  return escapeCopyText(text)
}
