/** Thrown when the command cannot run with these arguments; the message says what to use. */
export class UsageError extends Error {
  override name = 'UsageError'
}
