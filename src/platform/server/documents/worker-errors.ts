/** An error of a render process, as sent to the portal. */
export type SerializedError = { kind: string; message: string; stack: string | undefined }

export function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { kind: typeof error, message: String(error), stack: undefined }
  return { kind: error.name, message: error.message, stack: error.stack }
}

/** The portal's error for a worker error, with the original kind and code location as the cause. */
export function deserializeError(message: string, { kind, message: detail, stack }: SerializedError): Error {
  const cause = Object.assign(new Error(detail), { name: kind, stack })
  return new Error(message, { cause })
}

/** The error for a process that ended before it finished its document, with its signal or exit code. */
export const workerExitError = (message: string, code: number | null, signal: NodeJS.Signals | null): Error =>
  Object.assign(new Error(message), { code: signal ?? code })
