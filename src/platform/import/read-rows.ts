import type { CsvSource } from './csv-file.ts'
import type { CsvRecord } from './csv-records.ts'
import { csvMessages } from './import-messages.ts'
import { RowRejectedError, rejectionReason } from './rejects.ts'

type RejectedRecord = {
  record: CsvRecord
  reason: string
  /** Whether the record has as many values as the header. */
  hasRowWidth: boolean
}

/** The rows of one part of a file; `read` counts all of them, including rejected ones. */
type RowBatch<Row> = {
  read: number
  rows: { record: CsvRecord; row: Row }[]
  rejected: RejectedRecord[]
}

/**
 * Reads a file in batches and parses each row that is not blank and has as many values as the header. A row for which
 * `parse` throws `RowRejectedError` is rejected with that message.
 */
export async function* readRows<Row>(
  source: CsvSource,
  parse: (record: CsvRecord) => Row,
): AsyncGenerator<RowBatch<Row>> {
  for await (const records of source.read()) {
    const batch: RowBatch<Row> = { read: 0, rows: [], rejected: [] }
    for (const record of records) {
      if (isBlank(record)) continue
      batch.read += 1
      let hasRowWidth = false
      try {
        checkRowWidth(record, source.header.length)
        hasRowWidth = true
        batch.rows.push({ record, row: parse(record) })
      } catch (error) {
        batch.rejected.push({ record, reason: rejectionReason(error), hasRowWidth })
      }
    }
    yield batch
  }
}

/** Whether a row is empty. */
const isBlank = ({ fields }: CsvRecord) => fields.every((field) => field === '' || field.trim() === '')

/**
 * Checks that a row has as many values as the header; extra empty ones are ignored, as spreadsheets add them.
 * Throws `RowRejectedError`.
 */
function checkRowWidth({ fields, fault }: CsvRecord, width: number) {
  if (fault) throw new RowRejectedError(csvMessages[fault])
  if (fields.length === width) return
  if (fields.length < width || fields.slice(width).some((field) => field.trim() !== ''))
    throw new RowRejectedError(csvMessages.width(fields.length, width))
}
