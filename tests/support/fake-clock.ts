import { onTestFinished } from 'vitest'
import { setPause } from '#platform/concurrency/sleep.ts'
import { now, setClock } from '#platform/contract/clock.ts'

/**
 * Stops the clock until the test moves it, and restores it afterward. Code that sleeps moves it too; `waits`
 * lists how many seconds each sleep took.
 */
export function freezeClock() {
  let at = now().getTime()
  const waits: number[] = []
  onTestFinished(setClock(() => new Date(at)))
  onTestFinished(
    setPause(async (ms) => {
      at += ms
      waits.push(ms / 1000)
    }),
  )
  return {
    waits,
    forward(amount: { minutes?: number; seconds?: number }) {
      at += ((amount.minutes ?? 0) * 60 + (amount.seconds ?? 0)) * 1000
    },
  }
}
