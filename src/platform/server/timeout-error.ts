/**
 * The error for work that timed out, sent as 503: the cause may be the work itself or a temporary overload.
 */
export const timeoutError = (what: 'An answer' | 'A document'): Error =>
  Object.assign(new Error(`${what} took longer than it may.`), { code: 'TOO_LATE' })
