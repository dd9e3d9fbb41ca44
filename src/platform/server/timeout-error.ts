/** The error for what took longer than it may, answered with 503: perhaps its own fault, perhaps the machine's, which may pass. */
export const tooLate = (what: 'An answer' | 'A document'): Error =>
  Object.assign(new Error(`${what} took longer than it may.`), { code: 'TOO_LATE' })
