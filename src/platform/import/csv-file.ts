import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { CsvReader, type CsvRecord } from './csv-records.ts'
import { decodeText, detectEncoding, type Encoding } from './decode-text.ts'
import { csvMessages } from './import-messages.ts'

/** The source of CSV rows; `read` can be called repeatedly and starts at the beginning each time. */
export type CsvSource = {
  name: string
  header: string[]
  delimiter: string
  /** The encoding of the file, if the source is a file. */
  encoding?: Encoding
  read(): AsyncGenerator<CsvRecord[]>
  /** The fraction of the file that has been read, from 0 to 1. */
  progress(): number
}

const chunkBytes = 65_536
const delimiters = [',', ';', '\t', '|']

/**
 * The rows of a CSV file, whose encoding is detected unless one is given. Throws a readable error if the file
 * cannot be read.
 */
export async function csvFile(path: string, declaredEncoding?: Encoding): Promise<CsvSource> {
  const size = await readSize(path)
  let bytesRead = 0
  const encoding = declaredEncoding ?? (await detectEncoding(counted(path, () => {})))
  const head = await readHead(path, encoding)
  if (isBinary(head)) throw new Error(csvMessages.notText(path))
  const delimiter = detectDelimiter(head)

  return {
    name: path,
    header: readHeader(head, delimiter, path),
    delimiter,
    encoding,
    progress: () => bytesRead / size,
    async *read() {
      bytesRead = 0
      const reader = new CsvReader(delimiter)
      let header = true
      const body = (records: CsvRecord[]) => {
        if (!header || records.length === 0) return records
        header = false
        return records.slice(1)
      }
      for await (const text of readText(path, encoding, (bytes) => (bytesRead += bytes)))
        yield body(reader.push(text))
      yield body(reader.end())
    },
  }
}

async function readSize(path: string): Promise<number> {
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(
      cause.code === 'ENOENT' ? csvMessages.noFile(path) : csvMessages.unreadable(path, cause.code),
      {
        cause,
      },
    )
  })
  if (!found.isFile()) throw new Error(csvMessages.notAFile(path))
  if (found.size === 0) throw new Error(csvMessages.emptyFile(path))
  return found.size
}

async function* readText(path: string, encoding: Encoding, count: (bytes: number) => void) {
  let carriageReturnsOnly: boolean | undefined
  for await (const text of decodeText(counted(path, count), encoding)) {
    carriageReturnsOnly ??= text.includes('\r') && !text.includes('\n')
    yield carriageReturnsOnly ? text.replaceAll('\r', '\n') : text
  }
}

async function* counted(path: string, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
    count(chunk.length)
    yield chunk
  }
}

async function readHead(path: string, encoding: Encoding): Promise<string> {
  for await (const text of readText(path, encoding, () => {})) return text
  return ''
}

const fewNuls = 10

/**
 * A damaged text file has a few NUL characters, which invalidate only their rows; binary files have them from
 * the first line on.
 */
function isBinary(head: string): boolean {
  const [first = ''] = head.split('\n', 1)
  return first.includes('\0') || head.split('\0').length - 1 > Math.max(fewNuls, head.length / 100)
}

/** The most frequent delimiter outside quotes in the first non-empty line. */
function detectDelimiter(head: string): string {
  const first = head.split('\n').find((line) => line.trim() !== '') ?? ''
  const bare = first.replaceAll(/"[^"]*"/g, '')
  const count = (delimiter: string) => bare.split(delimiter).length
  return delimiters.reduce((best, each) => (count(each) > count(best) ? each : best))
}

function readHeader(head: string, delimiter: string, path: string): string[] {
  const reader = new CsvReader(delimiter)
  const [first] = [...reader.push(head), ...reader.end()]
  if (!first || first.fault) throw new Error(csvMessages.noHeader(path))
  return first.fields.map((name) => name.trim())
}

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
