/** The file is not a PDF that the portal can read, or it exceeds a limit. */
export class UnreadablePdfError extends Error {
  override name = 'UnreadablePdfError'
  /** Whether reading the file without its index would not help. */
  readonly isFinal: boolean

  constructor(message: string, { isFinal = false, cause }: { isFinal?: boolean; cause?: unknown } = {}) {
    super(message, cause === undefined ? {} : { cause })
    this.isFinal = isFinal
  }
}

/** A PDF exceeds one of its limits. */
export const overLimit = (message: string) => new UnreadablePdfError(message, { isFinal: true })

/** A result would exceed the size limit. */
export class ResponseTooLargeError extends Error {
  override name = 'ResponseTooLargeError'
}

/** Reads a part of a PDF and reports any error caused by its content as `UnreadablePdfError`. */
export async function withPdfErrors<Found>(read: () => Promise<Found>): Promise<Found> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof UnreadablePdfError ||
      error instanceof ResponseTooLargeError ||
      isNotPdfError(error)
      ? error
      : new UnreadablePdfError('It is damaged.', { cause: error })
  }
}

/** Whether an error is unrelated to the PDF: its file cannot be read, or memory ran out. */
export const isNotPdfError = (error: unknown): boolean =>
  error instanceof Error && ('syscall' in error || error.message === 'Array buffer allocation failed')
