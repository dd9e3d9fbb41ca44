/** A row cannot be imported: the message is the reason, in words. */
export class Rejected extends Error {
  override name = 'Rejected'
}
