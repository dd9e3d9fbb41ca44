import { portalTime } from './server-clock.ts'
import { stepAt } from './session-clock.ts'
import { renewOrEnd, tellSessionEnd } from './session-end.ts'
import { sessionEnds } from './session-times.ts'
import type { Renewal } from './token-renewal.ts'
import { isLive, keptToken } from './token-store.ts'

/** User activity events; `scroll` is not one, because pages also scroll on their own. */
const activities = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const
const nudge = 4
const secondsBetweenTries = 30

let isActive = false
let isRenewing = false
let triedAt = 0
let secondsLeft: number | undefined
const listeners = new Set<() => void>()

/** The remaining seconds when the session is about to end; undefined before. */
export const secondsToEnd = (): number | undefined => secondsLeft

export function onSecondsToEnd(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Renews the session during activity and counts down to its end; returns a stop function. */
export function watchSession(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  for (const activity of activities)
    addEventListener(activity, noteActivity, { signal, passive: true, capture: true })
  addEventListener('pointermove', noteMove, { signal, passive: true, capture: true })
  document.addEventListener('visibilitychange', noteReturn, { signal })
  const clock = setInterval(look, 1000)
  signal.addEventListener('abort', () => clearInterval(clock))
  return () => stop.abort()
}

/** Renews on request; returns the result, `longest` if the session has reached its maximum lifetime. */
export async function goOn(): Promise<Renewal | 'longest'> {
  const renewal = await renewOrEnd()
  isActive = false
  look()
  return renewal === 'renewed' && secondsLeft !== undefined ? 'longest' : renewal
}

/** The first activity is handled immediately: a link may be about to open a page that needs a valid token. */
function noteActivity() {
  if (isActive) return
  isActive = true
  look()
}

let place: { x: number; y: number } | undefined

/** Browsers fire pointermove when content shifts under a still pointer; ignore it. */
function noteMove({ screenX: x, screenY: y }: PointerEvent) {
  const former = place
  if (former && Math.hypot(x - former.x, y - former.y) < nudge) return
  place = { x, y }
  if (former) noteActivity()
}

let wasHidden = false

function noteReturn() {
  const isReturn = wasHidden && document.visibilityState === 'visible'
  wasHidden = document.visibilityState === 'hidden'
  if (!isReturn) return
  isActive = true
  look()
}

function look() {
  const token = keptToken()
  if (!token) return count(undefined)
  const [time, ends] = [portalTime(), sessionEnds()]
  const step = stepAt(time, { exp: token.exp, ends, isActive })
  count(step === 'warn' && ends !== undefined ? Math.ceil(ends - time) : undefined)
  if (step === 'end') void endUnlessRenewed()
  if (step === 'renew' && Math.abs(time - triedAt) >= secondsBetweenTries) void renewNow()
}

/** Another tab may have renewed the session unnoticed: ask the server, or use the clock if it is unreachable. */
async function endUnlessRenewed() {
  if (isRenewing) return
  isRenewing = true
  try {
    if ((await renewOrEnd()) === 'away') tellSessionEnd('session_expired')
  } finally {
    isRenewing = false
  }
}

async function renewNow() {
  if (isRenewing) return
  isRenewing = true
  triedAt = portalTime()
  try {
    const renewal = await renewOrEnd()
    const kept = keptToken()
    if (renewal === 'renewed' && kept && isLive(kept)) isActive = false
  } finally {
    isRenewing = false
  }
}

function count(seconds: number | undefined) {
  if (seconds === secondsLeft) return
  secondsLeft = seconds
  for (const listener of listeners) listener()
}
