import { serverNow } from './server-clock.ts'
import { announceSessionEnd, renewOrEnd } from './session-end-events.ts'
import { getSessionEnd } from './session-end-time.ts'
import type { Renewal } from './token-renewal.ts'
import { isLive, storedToken } from './token-store.ts'

/** User activity events; `scroll` is not one, because pages also scroll on their own. */
const activityEvents = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const
const minMovePixels = 4
const renewalRetrySeconds = 30

let isActive = false
let isRenewing = false
let lastRenewalAt = 0
let secondsLeft: number | undefined
const listeners = new Set<() => void>()

/** The seconds left when the session is about to end; otherwise undefined. */
export const secondsToEnd = (): number | undefined => secondsLeft

export function onSecondsToEnd(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Renews the session during activity and counts down to its end; returns a stop function. */
export function watchSession(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  for (const activity of activityEvents)
    addEventListener(activity, handleActivity, { signal, passive: true, capture: true })
  addEventListener('pointermove', handlePointerMove, { signal, passive: true, capture: true })
  document.addEventListener('visibilitychange', handleVisibilityChange, { signal })
  const clock = setInterval(checkSession, 1000)
  signal.addEventListener('abort', () => clearInterval(clock))
  return () => stop.abort()
}

/** Renews the session on request. Returns `max_lifetime` if it was renewed but still ends soon. */
export async function extendSession(): Promise<Renewal | 'max_lifetime'> {
  const renewal = await renewOrEnd()
  isActive = false
  checkSession()
  return renewal === 'renewed' && secondsLeft !== undefined ? 'max_lifetime' : renewal
}

/** Handles the first activity immediately, because a click may open a page that needs a valid token. */
function handleActivity() {
  if (isActive) return
  isActive = true
  checkSession()
}

let lastPosition: { x: number; y: number } | undefined

/** Ignores the pointermove events that browsers fire when content shifts under a still pointer. */
function handlePointerMove({ screenX: x, screenY: y }: PointerEvent) {
  const previous = lastPosition
  if (previous && Math.hypot(x - previous.x, y - previous.y) < minMovePixels) return
  lastPosition = { x, y }
  if (previous) handleActivity()
}

let wasHidden = false

function handleVisibilityChange() {
  const isReturn = wasHidden && document.visibilityState === 'visible'
  wasHidden = document.visibilityState === 'hidden'
  if (!isReturn) return
  isActive = true
  checkSession()
}

function checkSession() {
  const token = storedToken()
  if (!token) return setSecondsLeft(undefined)
  const [time, ends] = [serverNow(), getSessionEnd()]
  const step = nextSessionStep(time, { exp: token.exp, ends, isActive })
  setSecondsLeft(step === 'warn' && ends !== undefined ? Math.ceil(ends - time) : undefined)
  if (step === 'end') void endUnlessRenewed()
  if (step === 'renew' && Math.abs(time - lastRenewalAt) >= renewalRetrySeconds) void renewNow()
}

/**
 * Asks the server first, because another tab may have renewed the session. If the server is unreachable,
 * trusts the clock.
 */
async function endUnlessRenewed() {
  if (isRenewing) return
  isRenewing = true
  try {
    if ((await renewOrEnd()) === 'away') announceSessionEnd('session_expired')
  } finally {
    isRenewing = false
  }
}

async function renewNow() {
  if (isRenewing) return
  isRenewing = true
  lastRenewalAt = serverNow()
  try {
    const renewal = await renewOrEnd()
    const stored = storedToken()
    if (renewal === 'renewed' && stored && isLive(stored)) isActive = false
  } finally {
    isRenewing = false
  }
}

function setSecondsLeft(seconds: number | undefined) {
  if (seconds === secondsLeft) return
  secondsLeft = seconds
  for (const listener of listeners) listener()
}

/** How long before the end of a session to warn, in seconds. */
const warningSeconds = 120
/** How long before a token expires to renew it, in seconds. */
const renewalLead = 60

type Times = {
  /** When the token expires, in seconds since the epoch. */
  exp: number
  /** When the session ends, in seconds since the epoch; undefined if unknown. */
  ends: number | undefined
  /** Whether there was activity since the last renewal. */
  isActive: boolean
}

/**
 * Decides what to do about a session at a given time, in seconds since the epoch. Only activity renews it, so
 * an idle session expires. During the warning, only an explicit confirmation renews it.
 */
export function nextSessionStep(
  time: number,
  { exp, ends, isActive }: Times,
): 'wait' | 'renew' | 'warn' | 'end' {
  if (ends !== undefined && time >= ends) return 'end'
  if (ends !== undefined && time >= ends - warningSeconds) return 'warn'
  return isActive && time >= exp - renewalLead ? 'renew' : 'wait'
}

const spokenAt = [10, 30, 60]

/**
 * The seconds that screen readers announce: they change only at two minutes, one minute, 30 and 10 seconds.
 */
export const spokenSeconds = (left: number): number =>
  spokenAt.find((seconds) => left <= seconds) ?? warningSeconds
