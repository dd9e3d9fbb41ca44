import { DocumentLost } from './document-store.ts'

/** The file is no PDF that this can read. */
export class UnreadablePdf extends Error {
  override name = 'UnreadablePdf'
  /** Which stored documents it may be about, where that is known. */
  code?: string
}

/** Reads something of a PDF. What the file's content makes that throw, of whatever kind, is told as `UnreadablePdf`. */
export async function readingPdf<Found>(read: () => Promise<Found>): Promise<Found> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof UnreadablePdf || isBesidePdf(error)
      ? error
      : new UnreadablePdf('It is damaged.', { cause: error })
  }
}

/** Whether this says nothing of the PDF: its file cannot be read, somebody gave up, or there is no memory. */
export const isBesidePdf = (error: unknown): boolean =>
  error instanceof DocumentLost ||
  (error instanceof Error &&
    ('syscall' in error || error.name === 'AbortError' || error.message === 'Array buffer allocation failed'))
