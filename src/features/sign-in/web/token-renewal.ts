import type { z } from 'zod'
import { ApiError, call } from '#platform/web/api-client.ts'
import { renewToken, type SessionEnd, sessionEnd } from '../contract.ts'
import { syncServerClock } from './server-clock.ts'
import { storeSessionEnd } from './session-end-time.ts'
import { isLive, storedToken, storeToken } from './token-store.ts'

/**
 * The result of a renewal. `away` is any failure other than a 401; `logged_out` means that a logout began in some tab
 * or no token is stored.
 */
export type Renewal = 'renewed' | SessionEnd | 'away' | 'logged_out'

/** The server data that comes with each fresh token. */
export type RenewedSession = z.infer<typeof renewToken.response>

const channelName = 'portal-logout'

let running: Promise<Renewal> | undefined
let cancellation = new AbortController()
let isLoggingOut = false
let renewedListener: (session: RenewedSession) => void = () => {}

/** Subscribes to fresh tokens of this tab. */
export function onRenewed(listener: (session: RenewedSession) => void) {
  renewedListener = listener
}

/** Replaces the stored token with a fresh one. Concurrent callers share one request. */
export function renew(): Promise<Renewal> {
  return storedToken() ? startRenewal() : Promise.resolve('logged_out')
}

/** Fetches and stores the first token of a new session. */
export const fetchFirstToken = (): Promise<Renewal> => startRenewal()

/** Cancels renewals in every tab and prevents new ones on this page. Called when a logout begins. */
export function endRenewals() {
  isLoggingOut = true
  cancellation.abort()
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('logout')
  channel.close()
}

function startRenewal(): Promise<Renewal> {
  if (isLoggingOut) return Promise.resolve('logged_out')
  running ??= run().finally(() => {
    running = undefined
  })
  return running
}

async function run(): Promise<Renewal> {
  cancellation = new AbortController()
  const { signal } = cancellation
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = () => cancellation.abort()
  const previous = storedToken()?.token
  try {
    return await withRenewalLock(() => replaceToken(previous, signal))
  } catch {
    return 'away'
  } finally {
    channel.close()
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
    syncServerClock(session.serverTime)
    storeSessionEnd(session.sessionEnds)
    storeToken(session)
    renewedListener(session)
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
