/** What went wrong in a process that makes documents, as it tells the portal. */
export type Fault = { kind: string; message: string; stack: string | undefined }

export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return { kind: typeof error, message: String(error), stack: undefined }
  return { kind: error.name, message: error.message, stack: error.stack }
}

/** The portal's own error for it: behind it stands what went wrong, with its kind and its place in the code. */
export function errorOf(sentence: string, { kind, message, stack }: Fault): Error {
  const cause = Object.assign(new Error(message), { name: kind, stack })
  return new Error(sentence, { cause })
}

/** The error for a process that ended before its document, by which signal or with which code. */
export const endedBy = (sentence: string, code: number | null, signal: NodeJS.Signals | null): Error =>
  Object.assign(new Error(sentence), { code: signal ?? code })
