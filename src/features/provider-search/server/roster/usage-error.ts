/** The command was called in a way that cannot work: the message says what to call it with. */
export class UsageError extends Error {
  override name = 'UsageError'
}
