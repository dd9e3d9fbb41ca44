import type { z } from 'zod'
import { ApiError, call } from '#platform/web/api-client.ts'
import { renewToken, type SessionEnd, sessionEnd } from '../contract.ts'
import { setPortalTime } from './server-clock.ts'
import { keepSessionEnd } from './session-times.ts'
import { isLive, keepToken, keptToken } from './token-store.ts'

/**
 * The result of a renewal: `away` is any failure but a rejection by the server; `logged_out` means a logout began in
 * some tab, after which no token is stored.
 */
export type Renewal = 'renewed' | SessionEnd | 'away' | 'logged_out'

/** The server data that comes with each fresh token. */
export type RenewedSession = z.infer<typeof renewToken.response>

const channelName = 'portal-logout'

let running: Promise<Renewal> | undefined
let cancellation = new AbortController()
let isLoggingOut = false
let heard: (session: RenewedSession) => void = () => {}

/** Subscribes to fresh tokens of this tab. */
export function whenRenewed(listener: (session: RenewedSession) => void) {
  heard = listener
}

/** Replaces the stored token with a fresh one. Concurrent callers share one request. */
export function renew(): Promise<Renewal> {
  return keptToken() ? begin() : Promise.resolve('logged_out')
}

/** Fetches and stores the first token of a new session. */
export const fetchFirstToken = (): Promise<Renewal> => begin()

/** Cancels renewals in every tab and rejects new ones in this page, because a logout begins. */
export function endRenewals() {
  isLoggingOut = true
  cancellation.abort()
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('logout')
  channel.close()
}

function begin(): Promise<Renewal> {
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
  const former = keptToken()?.token
  try {
    return await inTurn(() => replaceToken(former, signal))
  } catch {
    return 'away'
  } finally {
    channel.close()
  }
}

/** One tab at a time, if the browser supports locks (only over https and on localhost). */
function inTurn(work: () => Promise<Renewal>): Promise<Renewal> {
  return navigator.locks ? navigator.locks.request('portal-renewal', work) : work()
}

/** Replaces only the token that was stored when the request started: logout leaves none. */
async function replaceToken(former: string | undefined, signal: AbortSignal): Promise<Renewal> {
  const kept = keptToken()
  if (signal.aborted || (former && !kept)) return 'logged_out'
  if (kept && kept.token !== former && isLive(kept)) return 'renewed'
  try {
    const session = await call(renewToken, {}, signal)
    const current = keptToken()
    if (current?.token !== kept?.token) return current && isLive(current) ? 'renewed' : 'logged_out'
    setPortalTime(session.serverTime)
    keepSessionEnd(session.sessionEnds)
    keepToken(session)
    heard(session)
    return 'renewed'
  } catch (error) {
    return signal.aborted ? 'logged_out' : refusalIn(error)
  }
}

function refusalIn(error: unknown): Renewal {
  if (!(error instanceof ApiError) || error.status !== 401) return 'away'
  const { data } = sessionEnd.safeParse(error.problem?.reason)
  return data ?? 'interaction_required'
}
