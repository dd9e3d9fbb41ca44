/** A row cannot be imported; the message is the reason. */
export class Rejected extends Error {
  override name = 'Rejected'
}
