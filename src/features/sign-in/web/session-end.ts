import type { SessionEnd } from '../contract.ts'
import { portalTime } from './server-clock.ts'
import { sessionEnds } from './session-times.ts'
import { type Renewal, renew } from './token-renewal.ts'
import { keptToken } from './token-store.ts'

type Listener = (reason: SessionEnd) => void

let listener: Listener | undefined
let unheard: SessionEnd | undefined

/** Subscribes to the end of the session, even if it already ended. Returns an unsubscribe function. */
export function whenSessionEnds(next: Listener): () => void {
  listener = next
  if (unheard) tellSessionEnd(unheard)
  return () => {
    listener = undefined
  }
}

/** Announces the end of the session. */
export function tellSessionEnd(reason: SessionEnd) {
  unheard = listener ? undefined : reason
  listener?.(reason)
}

/** Fetches a fresh token; announces the end of the session if the server rejects it. */
export async function renewOrEnd(): Promise<Renewal> {
  const hasRunOut = isTimeOver()
  const renewal = await renew()
  if (renewal !== 'session_expired' && renewal !== 'interaction_required') return renewal
  const reason = hasRunOut ? 'session_expired' : renewal
  tellSessionEnd(reason)
  return reason
}

/**
 * Whether the session has expired as far as this tab knows; a newly opened page knows only its token. The browser
 * drops the cookie of an expired session, so the server cannot tell why it is missing.
 */
function isTimeOver(): boolean {
  const kept = keptToken()
  return kept !== undefined && (sessionEnds() ?? kept.exp) <= portalTime()
}
