/** An error of a render process, as sent to the portal. */
export type Fault = { kind: string; message: string; stack: string | undefined }

export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return { kind: typeof error, message: String(error), stack: undefined }
  return { kind: error.name, message: error.message, stack: error.stack }
}

/** The portal's error for it, with the original kind and code location as the cause. */
export function errorOf(sentence: string, { kind, message, stack }: Fault): Error {
  const cause = Object.assign(new Error(message), { name: kind, stack })
  return new Error(sentence, { cause })
}

/** The error for a process that ended before its document, with its signal or exit code. */
export const endedBy = (sentence: string, code: number | null, signal: NodeJS.Signals | null): Error =>
  Object.assign(new Error(sentence), { code: signal ?? code })
