import { messages } from './csv-messages.ts'
import type { CsvRecord } from './csv-records.ts'
import { RowRejectedError } from './row-rejected-error.ts'

/** Whether a row is empty. */
export const isBlank = ({ fields }: CsvRecord) => fields.every((field) => field === '' || field.trim() === '')

/**
 * Checks that a row has as many values as the header; extra empty ones are ignored, as spreadsheets add them.
 * Throws `RowRejectedError`.
 */
export function checkRowWidth({ fields, fault }: CsvRecord, width: number) {
  if (fault) throw new RowRejectedError(messages[fault])
  if (fields.length === width) return
  if (fields.length < width || fields.slice(width).some((field) => field.trim() !== ''))
    throw new RowRejectedError(messages.width(fields.length, width))
}
