import { portalTime } from './server-clock.ts'
import { stepAt } from './session-clock.ts'
import { renewOrEnd, tellSessionEnd } from './session-end.ts'
import { sessionEnds } from './session-times.ts'
import type { Renewal } from './token-renewal.ts'
import { isLive, keptToken } from './token-store.ts'

/** What people do; a page also scrolls by itself, but people scroll with a wheel, a finger, a key or a bar. */
const activities = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const
const nudge = 4
const secondsBetweenTries = 30

let isActive = false
let isRenewing = false
let triedAt = 0
let secondsLeft: number | undefined
const listeners = new Set<() => void>()

/** The seconds that are left of the session while its end is near; undefined before. */
export const secondsToEnd = (): number | undefined => secondsLeft

export function onSecondsToEnd(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Renews the session while the person does something, and counts down to its end; gives the way to stop it. */
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

/** Renews at the person's word: what came of it, `longest` where the session is as old as one can get. */
export async function goOn(): Promise<Renewal | 'longest'> {
  const renewal = await renewOrEnd()
  isActive = false
  look()
  return renewal === 'renewed' && secondsLeft !== undefined ? 'longest' : renewal
}

/** The first sign of life is looked at at once: a link may be about to open a page that wants a live token. */
function noteActivity() {
  if (isActive) return
  isActive = true
  look()
}

let place: { x: number; y: number } | undefined

/** A page that changes under a pointer at rest is told of a move as well; nobody did anything then. */
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

/** Another tab may have renewed the session unheard: the server decides, and the clock where the server is out of reach. */
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
