import type { FastifyRequest } from 'fastify'
import { now } from '#platform/contract/clock.ts'
import { wasAnswered } from '#platform/server/client-abort.ts'
import type { Database } from '#platform/server/database.ts'
import { createFairQueue } from '#platform/server/fair-queue.ts'
import { ipBucket } from '#platform/server/ip-bucket.ts'
import { Problem, problem } from '#platform/server/problem.ts'
import type { Config } from '#platform/server/settings.ts'
import { messages } from '../messages.ts'
import { beginLogin, type LoggedIn } from './create-login-session.ts'
import { accountToOpen, writeDown } from './login-account.ts'
import { openWaitingRoom } from './login-queue.ts'
import { countAttempt, countedUnder, takeBack } from './login-throttle.ts'
import { createPasswordVerifier } from './password-verifier.ts'

export type LoginDeps = { db: Database; config: Config }
type Typed = { name: string; password: string }

/** Concurrent counter updates: they block each other's rows and must not use up the connection pool. */
const counting = {
  concurrency: 2,
  maxQueued: 500,
  maxQueuedPerKey: 100,
  messages: { full: messages.busy, shareFull: messages.busy },
}
/** Retry-After of a rejection, in seconds. */
const retryAfter = 30

/** Logs a member in: starts a session or throws the problem. */
export function openLogins({ db, config }: LoginDeps) {
  const look = openLook({ db, config })
  const tellUnseen = tellsOfUnseen(db)

  return async (typed: Typed, request: FastifyRequest): Promise<LoggedIn> => {
    const { steps, found, loggedIn } = await look(typed, request).catch(async (error: unknown) => {
      if (error instanceof Problem) await tellUnseen(typed.name, request)
      throw error
    })
    if (loggedIn) {
      await takeBack(db, steps)
      return loggedIn
    }
    await writeDown(db, request, found, 'member login refused')
    if (steps.some(({ isRefused }) => isRefused)) throw problem(429, messages.tooManyLogins, { retryAfter })
    throw problem(401, messages.wrong)
  }
}

/** Records and delays an attempt, then verifies the password. Rejects it unverified if there is no room. */
function openLook({ db, config }: LoginDeps) {
  const desk = createPasswordVerifier(config.PASSWORD_CHECK_CONCURRENCY)
  const room = openWaitingRoom()
  const enqueue = createFairQueue(counting)

  return async ({ name, password }: Typed, request: FastifyRequest) => {
    const { ip, abortSignal } = request
    const place = ipBucket(ip)
    const counted = countedUnder(name, place, config)
    const comer = room.receive({ account: name, address: place }, counted)
    const steps = await enqueue({ key: place, abortSignal }, () => countAttempt(db, counted))
    try {
      await room.waitFor(comer, steps, abortSignal)
      const found = await accountToOpen(db, name)
      const isRight = await desk.isRight(password, found?.passwordHash, { address: place, abortSignal })
      const loggedIn = found?.isOpen && isRight ? await beginLogin({ db, config }, request, found) : undefined
      return { steps, found, loggedIn }
    } catch (error) {
      // An aborted request counts as failed; one that was not verified, or not in time, does not.
      if (!abortSignal.aborted || wasAnswered(abortSignal)) await takeBack(db, steps)
      throw error
    }
  }
}

/** The minimum interval between audit events of unverified rejections, to keep a flood out of the audit trail. */
const tellEveryMs = 60_000

/** Audits unverified rejections with their number since the last event. */
function tellsOfUnseen(db: Database) {
  let [toldAt, untold] = [0, 0]
  return async (name: string, request: FastifyRequest) => {
    untold += 1
    const at = now().getTime()
    if (at - toldAt < tellEveryMs) return
    const refused = untold
    toldAt = at
    untold = 0
    const found = await accountToOpen(db, name)
    await writeDown(db, request, found, 'member logins refused unseen', { refused })
  }
}
