import { onTestFinished } from 'vitest'
import { now, setClock } from '#platform/contract/clock.ts'

/** A clock that stands still until the test moves it, and is put right when the test is over. */
export function holdClock() {
  let at = now().getTime()
  onTestFinished(setClock(() => new Date(at)))
  return {
    forward(amount: { minutes?: number; seconds?: number }) {
      at += ((amount.minutes ?? 0) * 60 + (amount.seconds ?? 0)) * 1000
    },
  }
}
