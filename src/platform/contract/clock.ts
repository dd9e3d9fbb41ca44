let now_: () => Date = () => new Date()

/** The present instant: the only clock of the product, on both sides. */
export const now = (): Date => now_()

/** Puts another clock in place and gives back the way to undo it. Production has no other clock. */
export function setClock(clock: () => Date): () => void {
  if (globalThis.process?.env.NODE_ENV === 'production')
    throw new Error('The clock cannot be moved in production.')
  const before = now_
  now_ = clock
  return () => {
    now_ = before
  }
}
