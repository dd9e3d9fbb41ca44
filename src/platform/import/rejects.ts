import { type FileHandle, open, rm } from 'node:fs/promises'
import { verbatimCsvLine } from '../contract/csv-line.ts'
import type { CsvSource } from './csv-file.ts'
import type { CsvRecord } from './csv-records.ts'
import { csvMessages } from './import-messages.ts'

/**
 * The columns that a rejects file adds before the original ones. The import ignores them, so a corrected file
 * can be imported without removing them.
 */
export const rejectColumns = ['line', 'reason']

/** The destination of rejected rows. */
export type Rejects = {
  add(record: CsvRecord, reason: string): Promise<void> | void
  /** Flushes and closes the file; a second call does nothing. */
  close(): Promise<void>
}

const pieceLength = 64 * 1024

/**
 * A file of rejected rows: line, reason and the original row, to be corrected and imported again. It is
 * created only if rows are rejected. Throws a readable error, now or later, if it cannot be written.
 */
export async function rejectsFile(path: string, header: readonly string[]): Promise<Rejects> {
  const unwritable = (cause: NodeJS.ErrnoException) => {
    throw new Error(csvMessages.unwritableRejects(path, cause.code ?? cause.message), { cause })
  }
  let file: FileHandle | undefined = await open(path, 'w').catch(unwritable)
  let gathered = ''
  let rows = 0

  return {
    async add({ line, fields }, reason) {
      if (rows === 0) gathered = verbatimCsvLine([...rejectColumns, ...header])
      rows += 1
      gathered += verbatimCsvLine([String(line), reason, ...fields])
      if (gathered.length >= pieceLength) await write()
    },
    async close() {
      try {
        await write()
      } finally {
        await file?.close()
        file = undefined
      }
      if (rows === 0) await rm(path, { force: true })
    },
  }

  async function write() {
    const piece = gathered
    gathered = ''
    if (piece !== '') await file?.appendFile(piece).catch(unwritable)
  }
}

/** Discards rejected rows. */
export const noRejects: Rejects = { add: () => {}, close: async () => {} }

/** A row cannot be imported; the message is the reason. */
export class RowRejectedError extends Error {
  override name = 'RowRejectedError'
}

/** The reason of a `RowRejectedError`; throws any other error again. */
export function rejectionReason(error: unknown): string {
  if (error instanceof RowRejectedError) return error.message
  throw error
}

/** The reason for rejecting a line that was read before. */
export type LineReason = readonly [line: number, reason: string]

/**
 * Reads a file again to write the original text of rejected lines. The reasons are in line order. They are not read
 * ahead, so there can be any number of them.
 */
export async function rejectLines(
  source: CsvSource,
  reasons: Iterable<LineReason> | AsyncIterable<LineReason>,
  rejects: Rejects,
) {
  const remaining = iterate(reasons)
  let next = await remaining.next()
  if (next.done) return
  for await (const records of source.read()) {
    for (const record of records) {
      const [line, reason]: LineReason = next.value
      if (record.line < line) continue
      await rejects.add(record, reason)
      next = await remaining.next()
      if (next.done) return
    }
  }
}

async function* iterate(reasons: Iterable<LineReason> | AsyncIterable<LineReason>) {
  yield* reasons
}
