import { type FileHandle, open, rm } from 'node:fs/promises'
import { verbatimCsvLine } from '../../contract/csv-line.ts'
import { messages } from './csv-messages.ts'
import type { CsvRecord } from './csv-records.ts'

/** The columns that a rejects file adds in front: such a file can be corrected and imported as it is. */
export const rejectColumns = ['line', 'reason']

/** Where rejected rows go. */
export type Rejects = {
  add(record: CsvRecord, reason: string): Promise<void> | void
  /** Ends it, with all rows written; a second time does nothing. */
  close(): Promise<void>
}

const pieceLength = 64 * 1024

/**
 * A file of rejected rows: line, reason, and the row as it came, so that it can be corrected and imported again.
 * It stays only when rows were rejected. Throws a sentence, here and later, when it cannot be written.
 */
export async function rejectsFile(path: string, header: readonly string[]): Promise<Rejects> {
  const unwritable = (cause: NodeJS.ErrnoException) => {
    throw new Error(messages.unwritableRejects(path, cause.code ?? cause.message), { cause })
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

/** Rejected rows that nobody wants to keep. */
export const noRejects: Rejects = { add: () => {}, close: async () => {} }
