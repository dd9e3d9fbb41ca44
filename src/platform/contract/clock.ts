let now_: () => Date = () => new Date()

/** The present instant: the only clock of the product, on both sides. */
export const now = (): Date => now_()

/** Puts another clock in place and gives back the way to undo it. Production has no other clock. */
export function setClock(clock: () => Date): () => void {
  refuseInProduction()
  const before = now_
  now_ = clock
  return () => {
    now_ = before
  }
}

/** Throws where the product runs in earnest, in which time passes as it does. */
export function refuseInProduction() {
  if (globalThis.process?.env.NODE_ENV === 'production')
    throw new Error('The clock cannot be moved in production.')
}
