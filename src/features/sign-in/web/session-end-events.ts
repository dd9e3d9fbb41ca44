import type { SessionEnd } from '../contract.ts'
import { serverNow } from './server-clock.ts'
import { getSessionEnd } from './session-end-time.ts'
import { type Renewal, renew } from './token-renewal.ts'
import { storedToken } from './token-store.ts'

type Listener = (reason: SessionEnd) => void

let listener: Listener | undefined
let pendingReason: SessionEnd | undefined

/**
 * Subscribes to the end of the session, including one that has already been announced. Returns an unsubscribe
 * function.
 */
export function onSessionEnd(next: Listener): () => void {
  listener = next
  if (pendingReason) announceSessionEnd(pendingReason)
  return () => {
    listener = undefined
  }
}

/** Announces the end of the session. */
export function announceSessionEnd(reason: SessionEnd) {
  pendingReason = listener ? undefined : reason
  listener?.(reason)
}

/** Fetches a fresh token; announces the end of the session if the server rejects it. */
export async function renewOrEnd(): Promise<Renewal> {
  const hadExpired = isSessionExpired()
  const renewal = await renew()
  if (renewal !== 'session_expired' && renewal !== 'interaction_required') return renewal
  const reason = hadExpired ? 'session_expired' : renewal
  announceSessionEnd(reason)
  return reason
}

/**
 * Whether the session has expired as far as this tab knows; a newly opened page knows only the token expiry. The
 * server cannot tell an expired session from a missing one once the browser has dropped the cookie.
 */
function isSessionExpired(): boolean {
  const stored = storedToken()
  return stored !== undefined && (getSessionEnd() ?? stored.exp) <= serverNow()
}
