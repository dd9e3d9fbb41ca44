/** The file is not a PDF that the portal can read, or exceeds a limit on what a PDF may hold. */
export class UnreadablePdf extends Error {
  override name = 'UnreadablePdf'
  /** Which stored documents it may be about, where that is known. */
  code?: string
  /** Whether reading the file without its index would not help. */
  readonly isFinal: boolean

  constructor(message: string, { isFinal = false, cause }: { isFinal?: boolean; cause?: unknown } = {}) {
    super(message, cause === undefined ? {} : { cause })
    this.isFinal = isFinal
  }
}

/** A PDF exceeds one of its limits. */
export const overLimit = (message: string) => new UnreadablePdf(message, { isFinal: true })

/** An answer would be larger than an answer may be. */
export class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge'
}

/** Reads something of a PDF. What the file's content makes that throw, of whatever kind, is told as `UnreadablePdf`. */
export async function readingPdf<Found>(read: () => Promise<Found>): Promise<Found> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof UnreadablePdf || error instanceof AnswerTooLarge || isBesidePdf(error)
      ? error
      : new UnreadablePdf('It is damaged.', { cause: error })
  }
}

/** Whether this says nothing of the PDF: its file cannot be read, or there is no memory. */
export const isBesidePdf = (error: unknown): boolean =>
  error instanceof Error && ('syscall' in error || error.message === 'Array buffer allocation failed')
