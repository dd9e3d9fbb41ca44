import { isLive, type Renewal, serverNow, sessionStore, storedToken, updateSession } from './session-store.ts'
import { renewOrEnd } from './token-renewal.ts'

/** User activity events; `scroll` is not one, because pages also scroll on their own. */
const activityEvents = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const
const minMovePixels = 4
const renewalRetrySeconds = 30

/** Renews the session during activity and counts down to its end; returns a stop function. */
export function startSessionTimer(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const checkSession = createSessionCheck()
  /** Handles the first activity immediately, because a click may open a page that needs a valid token. */
  const handleActivity = () => {
    if (sessionStore.state.isActive) return
    updateSession({ isActive: true })
    checkSession()
  }
  const handleReturn = () => {
    updateSession({ isActive: true })
    checkSession()
  }
  for (const activity of activityEvents)
    addEventListener(activity, handleActivity, { signal, passive: true, capture: true })
  addEventListener('pointermove', onPointerMove(handleActivity), { signal, passive: true, capture: true })
  document.addEventListener('visibilitychange', onReturn(handleReturn), { signal })
  const clock = setInterval(checkSession, 1000)
  signal.addEventListener('abort', () => clearInterval(clock))
  return () => stop.abort()
}

/** Ignores the pointermove events that browsers fire when content shifts under a still pointer. */
function onPointerMove(handle: () => void) {
  let last: { x: number; y: number } | undefined
  return ({ screenX: x, screenY: y }: PointerEvent) => {
    const previous = last
    if (previous && Math.hypot(x - previous.x, y - previous.y) < minMovePixels) return
    last = { x, y }
    if (previous) handle()
  }
}

/** Calls the handler when the person returns to this tab. */
function onReturn(handle: () => void) {
  let wasHidden = false
  return () => {
    const isReturn = wasHidden && document.visibilityState === 'visible'
    wasHidden = document.visibilityState === 'hidden'
    if (isReturn) handle()
  }
}

/** Renews the session on request. Returns `max_lifetime` if it was renewed but still ends soon. */
export async function extendSession(): Promise<Renewal | 'max_lifetime'> {
  const renewal = await renewOrEnd()
  updateSession({ isActive: false })
  countDown()
  return renewal === 'renewed' && sessionStore.state.secondsLeft !== undefined ? 'max_lifetime' : renewal
}

/** Updates the seconds left and returns what to do about the session now. */
function countDown() {
  const { endsAt, isActive } = sessionStore.state
  const token = storedToken()
  const time = serverNow()
  const step = token ? nextSessionStep(time, { exp: token.exp, ends: endsAt, isActive }) : 'wait'
  const secondsLeft = step === 'warn' && endsAt !== undefined ? Math.ceil(endsAt - time) : undefined
  if (secondsLeft !== sessionStore.state.secondsLeft) updateSession({ secondsLeft })
  return step
}

/** Creates the function that checks the session every second and on activity. Only one renewal runs at a time. */
function createSessionCheck() {
  let isRenewing = false
  let lastRenewalAt = 0

  /** Asks the server first, because another tab may have renewed the session. */
  const endUnlessRenewed = async () => {
    // If the server is unreachable, the clock decides.
    if ((await renewOrEnd()) === 'away') updateSession({ endReason: 'session_expired' })
  }
  const renewNow = async () => {
    lastRenewalAt = serverNow()
    // Before the request, so that activity during it counts for the next renewal.
    updateSession({ isActive: false })
    const renewal = await renewOrEnd()
    const stored = storedToken()
    if (renewal !== 'renewed' || !stored || !isLive(stored)) updateSession({ isActive: true })
  }
  const runAlone = async (work: () => Promise<void>) => {
    if (isRenewing) return
    isRenewing = true
    try {
      await work()
    } finally {
      isRenewing = false
    }
  }
  return () => {
    const step = countDown()
    if (step === 'end') void runAlone(endUnlessRenewed)
    if (step === 'renew' && Math.abs(serverNow() - lastRenewalAt) >= renewalRetrySeconds)
      void runAlone(renewNow)
  }
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
