import { setTimeout as passing } from 'node:timers/promises'
import { refuseInProduction } from '../contract/clock.ts'

type Pause = (ms: number, abortSignal: AbortSignal) => Promise<unknown>

let pause_: Pause = (ms, abortSignal) => passing(ms, undefined, { signal: abortSignal })

/** Waits for a time; rejects on abort. */
export const sleep: Pause = (ms, abortSignal) => pause_(ms, abortSignal)

/** Replaces the sleep function and returns a function that restores it. Production never replaces it. */
export function setPause(other: Pause): () => void {
  refuseInProduction()
  const before = pause_
  pause_ = other
  return () => {
    pause_ = before
  }
}
