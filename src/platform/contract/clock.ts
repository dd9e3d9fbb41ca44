let now_: () => Date = () => new Date()

/** The current time. The server and the web pages use no other clock. */
export const now = (): Date => now_()

/** The time this many milliseconds ago. */
export const timeAgo = (ms: number): Date => new Date(now().getTime() - ms)

/** A day of 24 hours, in milliseconds. */
export const dayMs = 86_400_000

export const hourMs = 3_600_000

/** The periods of lists, in days. */
const periodDays = { week: 7, month: 30, quarter: 90, year: 365 } as const

/** Returns the start of a period that ends now; undefined if it has none. */
export const periodStart = (period: keyof typeof periodDays | 'any' | 'dates'): Date | undefined =>
  period === 'any' || period === 'dates' ? undefined : timeAgo(periodDays[period] * dayMs)

/** Replaces the clock and returns a function that restores it. Production never replaces it. */
export function setClock(clock: () => Date): () => void {
  refuseInProduction()
  const before = now_
  now_ = clock
  return () => {
    now_ = before
  }
}

/** Throws in production, where the clock must not be replaced. */
export function refuseInProduction() {
  if (globalThis.process?.env.NODE_ENV === 'production')
    throw new Error('The clock cannot be moved in production.')
}
