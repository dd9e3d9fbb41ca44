import { ApiError, call } from '#platform/web/api-client.ts'
import { renewToken, sessionEnd } from '../contract.ts'
import {
  clockOffset,
  isLive,
  isSessionExpired,
  type Renewal,
  sessionStore,
  storedToken,
  updateSession,
} from './session-store.ts'
import { tokenStore } from './token-store.ts'

const channelName = 'portal-logout'

/** Replaces the stored token with a fresh one. Concurrent callers share one request. */
export function renew(): Promise<Renewal> {
  return storedToken() ? startRenewal() : Promise.resolve('logged_out')
}

/** Fetches and stores the first token of a new session. */
export const fetchFirstToken = (): Promise<Renewal> => startRenewal()

/**
 * Fetches a fresh token; ends the session on this page if the server rejects it. The server cannot tell an expired
 * session from a missing one once the browser has dropped the cookie.
 */
export async function renewOrEnd(): Promise<Renewal> {
  const hadExpired = storedToken() !== undefined && isSessionExpired()
  const renewal = await renew()
  if (renewal !== 'session_expired' && renewal !== 'interaction_required') return renewal
  const endReason = hadExpired ? 'session_expired' : renewal
  updateSession({ endReason })
  return endReason
}

/** Cancels renewals in every tab and prevents new ones on this page. Called when a logout begins. */
export function endRenewals() {
  updateSession({ isLoggingOut: true })
  sessionStore.state.renewal?.cancellation.abort()
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('logout')
  channel.close()
}

/** Calls the listener when a logout begins in any tab; returns the unsubscribe function. */
export function subscribeToLogout(listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = () => listener()
  return () => channel.close()
}

function startRenewal(): Promise<Renewal> {
  const { isLoggingOut, renewal } = sessionStore.state
  if (isLoggingOut) return Promise.resolve('logged_out')
  if (renewal) return renewal.result
  const cancellation = new AbortController()
  const result = run(cancellation).finally(() => updateSession({ renewal: undefined }))
  updateSession({ renewal: { result, cancellation } })
  return result
}

async function run(cancellation: AbortController): Promise<Renewal> {
  const { signal } = cancellation
  const stopListening = subscribeToLogout(() => cancellation.abort())
  const previous = storedToken()?.token
  try {
    return await withRenewalLock(() => replaceToken(previous, signal))
  } catch {
    return 'away'
  } finally {
    stopListening()
  }
}

/** Renews in one tab at a time, if the browser supports locks (only over HTTPS and on localhost). */
function withRenewalLock(work: () => Promise<Renewal>): Promise<Renewal> {
  return navigator.locks ? navigator.locks.request('portal-renewal', work) : work()
}

/** Stores the new token only if the stored one is unchanged, so that a logout in the meantime stays effective. */
async function replaceToken(previous: string | undefined, signal: AbortSignal): Promise<Renewal> {
  const stored = storedToken()
  if (signal.aborted || (previous && !stored)) return 'logged_out'
  if (stored && stored.token !== previous && isLive(stored)) return 'renewed'
  try {
    const session = await call(renewToken, {}, signal)
    const current = storedToken()
    if (current?.token !== stored?.token) return current && isLive(current) ? 'renewed' : 'logged_out'
    const { token, exp, name, serverTime, sessionEnds } = session
    tokenStore.set({ token, exp, name })
    updateSession({ clockOffset: clockOffset(serverTime), endsAt: sessionEnds, renewed: session })
    return 'renewed'
  } catch (error) {
    return signal.aborted ? 'logged_out' : toRenewal(error)
  }
}

function toRenewal(error: unknown): Renewal {
  if (!(error instanceof ApiError) || error.status !== 401) return 'away'
  const { data } = sessionEnd.safeParse(error.problem?.reason)
  return data ?? 'interaction_required'
}
