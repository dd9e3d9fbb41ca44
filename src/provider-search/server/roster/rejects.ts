import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { RosterRecord } from './csv-records.ts'
import { rejectColumns } from './mapping.ts'

/** Where rejected rows go. */
export type Rejects = {
  add(record: RosterRecord, reason: string): Promise<void> | void
  close(): Promise<void>
}

/**
 * A file of rejected rows: line, reason, and the row as it came, so that it can be corrected and imported again.
 * It is there only when rows were rejected.
 */
export async function rejectsFile(path: string, header: readonly string[]): Promise<Rejects> {
  await rm(path, { force: true })
  let file: ReturnType<typeof createWriteStream> | undefined

  return {
    async add({ line, fields }, reason) {
      file ??= open()
      if (!file.write(csvLine([String(line), reason, ...fields]))) await once(file, 'drain')
    },
    async close() {
      if (!file) return
      file.end()
      await once(file, 'close')
    },
  }

  function open() {
    const stream = createWriteStream(path)
    stream.write(csvLine([...rejectColumns, ...header]))
    return stream
  }
}

/** Rejected rows that nobody wants to keep. */
export const noRejects: Rejects = { add: () => {}, close: async () => {} }

const csvLine = (values: string[]) => `${values.map(csvValue).join(',')}\r\n`
const csvValue = (value: string) =>
  /[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
