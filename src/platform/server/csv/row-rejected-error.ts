/** A row cannot be imported; the message is the reason. */
export class RowRejectedError extends Error {
  override name = 'RowRejectedError'
}
