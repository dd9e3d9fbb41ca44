import { createAtom, createStore } from '@tanstack/react-store'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import type { renewToken, SessionEnd } from '../contract.ts'
import type { UserToken } from '../token-contract.ts'
import { tokenStore } from './token-store.ts'

/**
 * The result of a renewal. `away` is any failure other than a 401; `logged_out` means that a logout began in some tab
 * or no token is stored.
 */
export type Renewal = 'renewed' | SessionEnd | 'away' | 'logged_out'

/** The server data that comes with each fresh token. */
type RenewedSession = z.infer<typeof renewToken.response>

type SessionState = {
  /** How far the server clock is ahead of this browser, in seconds. */
  clockOffset: number
  /** When the session ends unless it is renewed, in seconds since the epoch; undefined until known. */
  endsAt: number | undefined
  /** The seconds left when the session is about to end; otherwise undefined. */
  secondsLeft: number | undefined
  /** Whether there was activity since the last renewal. */
  isActive: boolean
  /** The data of the last renewal in this tab. */
  renewed: RenewedSession | undefined
  /** The renewal in progress. */
  renewal: { result: Promise<Renewal>; cancellation: AbortController } | undefined
  /** Whether a logout began on this page. Nothing is renewed afterward. */
  isLoggingOut: boolean
  /** Why the session ended, until the page has handled it. */
  endReason: SessionEnd | undefined
}

/** The session of this page, except for its token. A subscriber must not change it synchronously. */
export const sessionStore = createStore<SessionState>({
  clockOffset: 0,
  endsAt: undefined,
  secondsLeft: undefined,
  isActive: false,
  renewed: undefined,
  renewal: undefined,
  isLoggingOut: false,
  endReason: undefined,
})

/** Changes some properties of the session. */
export const updateSession = (changes: Partial<SessionState>) =>
  sessionStore.setState((state) => ({ ...state, ...changes }))

/** The data of the last renewal, for subscribers. */
export const renewedSession = createAtom(() => sessionStore.get().renewed)

/** The stored token, expired or not; undefined if missing or unreadable. */
export const storedToken = (): UserToken | undefined => tokenStore.get()

/** Whether a token has not expired. */
export const isLive = ({ exp }: UserToken): boolean => exp > serverNow()

/** Whether the stored token is still valid. User activity renews it; background requests do not. */
export function hasLiveToken(): boolean {
  const stored = storedToken()
  return stored !== undefined && isLive(stored)
}

/** The current server time in seconds since the epoch, the reference for token and session expiry. */
export const serverNow = (): number => now().getTime() / 1000 + sessionStore.state.clockOffset

/** How far the server clock is ahead if it showed this time when the browser's clock showed `browserTime`. */
export const clockOffset = (serverTime: number, browserTime = now().getTime() / 1000): number =>
  serverTime - browserTime

/** Whether the session has expired as far as this tab knows; a newly opened page knows only the token expiry. */
export function isSessionExpired(): boolean {
  const end = sessionStore.state.endsAt ?? storedToken()?.exp
  return end !== undefined && end <= serverNow()
}

const channelName = 'portal-session'

/** Shares the session end with the other tabs, in both directions. */
export function shareSessionEnd() {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => {
    const { endsAt } = sessionStore.state
    updateSession({ endsAt: z.number().optional().catch(endsAt).parse(data) })
  }
  renewedSession.subscribe((session) => channel.postMessage(session?.sessionEnds))
}
