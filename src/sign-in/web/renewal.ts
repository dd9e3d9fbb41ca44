import type { z } from 'zod'
import { CallFailed, call } from '#platform/web/call.ts'
import { renewToken, type SessionEnd, sessionEnd } from '../contract.ts'
import { isLive, keepToken, keptToken } from './kept-token.ts'
import { setPortalTime } from './portal-time.ts'
import { keepSessionEnd } from './session-times.ts'

/** What came of asking for a fresh token: `away` is everything but the server's own refusal. */
export type Renewal = 'renewed' | SessionEnd | 'away'

/** What the server says with each fresh token. */
export type RenewedSession = z.infer<typeof renewToken.response>

let running: Promise<Renewal> | undefined
let heard: (session: RenewedSession) => void = () => {}

/** Calls back with each fresh token that this tab is given. */
export function whenRenewed(listener: (session: RenewedSession) => void) {
  heard = listener
}

/** Fetches and keeps a fresh token. Who asks while one is on its way, in this tab or another, gets that one. */
export function renew(): Promise<Renewal> {
  const former = keptToken()?.token
  running ??= inTurn(() => renewed(former))
    .catch((): Renewal => 'away')
    .finally(() => {
      running = undefined
    })
  return running
}

/** One tab at a time, where the browser has locks (it has them only by https and on the machine itself). */
function inTurn(work: () => Promise<Renewal>): Promise<Renewal> {
  return navigator.locks ? navigator.locks.request('portal-renewal', work) : work()
}

async function renewed(former: string | undefined): Promise<Renewal> {
  const kept = keptToken()
  if (kept && kept.token !== former && isLive(kept)) return 'renewed'
  try {
    const session = await call(renewToken, {})
    setPortalTime(session.serverTime)
    keepSessionEnd(session.sessionEnds)
    keepToken(session)
    heard(session)
    return 'renewed'
  } catch (error) {
    return refusalIn(error)
  }
}

function refusalIn(error: unknown): Renewal {
  if (!(error instanceof CallFailed) || error.status !== 401) return 'away'
  const { data } = sessionEnd.safeParse(error.problem?.reason)
  return data ?? 'interaction_required'
}
