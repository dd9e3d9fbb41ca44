import type { SessionEnd } from '../contract.ts'
import { type Renewal, renew } from './renewal.ts'

type Listener = (reason: SessionEnd) => void

let listener: Listener | undefined
let unheard: SessionEnd | undefined

/** Calls back when the session is over, also when that was before anybody listened. Gives the way to stop it. */
export function whenSessionEnds(next: Listener): () => void {
  listener = next
  if (unheard) tellSessionEnd(unheard)
  return () => {
    listener = undefined
  }
}

/** Says that the session is over. */
export function tellSessionEnd(reason: SessionEnd) {
  unheard = listener ? undefined : reason
  listener?.(reason)
}

/** Fetches a fresh token, and says so where the server refuses because the session is over. */
export async function renewOrEnd(): Promise<Renewal> {
  const renewal = await renew()
  if (renewal === 'session_expired' || renewal === 'interaction_required') tellSessionEnd(renewal)
  return renewal
}
