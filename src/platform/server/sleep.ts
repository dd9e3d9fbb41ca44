import { setTimeout as passing } from 'node:timers/promises'
import { refuseInProduction } from '../contract/clock.ts'

type Pause = (ms: number, abortSignal: AbortSignal) => Promise<unknown>

let pause_: Pause = (ms, abortSignal) => passing(ms, undefined, { signal: abortSignal })

/** Lets time pass; rejects as soon as nobody waits any more. */
export const pause: Pause = (ms, abortSignal) => pause_(ms, abortSignal)

/** Puts another way to wait in place and gives back the way to undo it. Production waits in earnest. */
export function setPause(other: Pause): () => void {
  refuseInProduction()
  const before = pause_
  pause_ = other
  return () => {
    pause_ = before
  }
}
