import type { SessionEnd } from '../contract.ts'
import { portalTime } from './server-clock.ts'
import { sessionEnds } from './session-times.ts'
import { type Renewal, renew } from './token-renewal.ts'
import { keptToken } from './token-store.ts'

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
  const hasRunOut = isTimeOver()
  const renewal = await renew()
  if (renewal !== 'session_expired' && renewal !== 'interaction_required') return renewal
  const reason = hasRunOut ? 'session_expired' : renewal
  tellSessionEnd(reason)
  return reason
}

/**
 * Whether the session's time is over as far as this tab knows; a page that was just opened knows only its token. The
 * browser drops the cookie of a session that has become too old, so that the server cannot tell why there is none.
 */
function isTimeOver(): boolean {
  const kept = keptToken()
  return kept !== undefined && (sessionEnds() ?? kept.exp) <= portalTime()
}
