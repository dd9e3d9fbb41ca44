import type { FastifyRequest } from 'fastify'
import { now } from '#platform/contract/clock.ts'
import { wasAnswered } from '#platform/server/client-abort.ts'
import type { Database } from '#platform/server/database.ts'
import { createFairQueue } from '#platform/server/fair-queue.ts'
import { ipBucket } from '#platform/server/ip-bucket.ts'
import { Problem, problem } from '#platform/server/problem.ts'
import type { Config } from '#platform/server/settings.ts'
import { messages } from '../messages.ts'
import { type LoggedIn, startLoginSession } from './create-login-session.ts'
import { auditLogin, findAccountByName } from './login-account.ts'
import { createLoginQueue } from './login-queue.ts'
import { recordAttempt, throttleKeys, undoAttempt } from './login-throttle.ts'
import { createPasswordVerifier } from './password-verifier.ts'

export type LoginDeps = { db: Database; config: Config }
type Typed = { name: string; password: string }

/** Limits concurrent counter updates, which block each other's rows and must not use up the connection pool. */
const counterQueue = {
  concurrency: 2,
  maxQueued: 500,
  maxQueuedPerKey: 100,
  messages: { full: messages.busy, shareFull: messages.busy },
}
/** Retry-After for a rejection, in seconds. */
const retryAfter = 30

/** Creates the login function, which starts a session or throws a problem. */
export function createLogin({ db, config }: LoginDeps) {
  const attempt = createAttempt({ db, config })
  const auditUnverified = createUnverifiedAudit(db)

  return async (typed: Typed, request: FastifyRequest): Promise<LoggedIn> => {
    const { delays, found, loggedIn } = await attempt(typed, request).catch(async (error: unknown) => {
      if (error instanceof Problem) await auditUnverified(typed.name, request)
      throw error
    })
    if (loggedIn) {
      await undoAttempt(db, delays)
      return loggedIn
    }
    await auditLogin(db, request, found, 'member login refused')
    if (delays.some(({ isRejected }) => isRejected))
      throw problem(429, messages.tooManyLogins, { retryAfter })
    throw problem(401, messages.wrong)
  }
}

/** Records and delays an attempt, then verifies the password. Throws without verifying it if a queue is full. */
function createAttempt({ db, config }: LoginDeps) {
  const verifier = createPasswordVerifier(config.PASSWORD_CHECK_CONCURRENCY)
  const queue = createLoginQueue()
  const enqueue = createFairQueue(counterQueue)

  return async ({ name, password }: Typed, request: FastifyRequest) => {
    const { ip, abortSignal } = request
    const address = ipBucket(ip)
    const keys = throttleKeys(name, address, config)
    const entry = queue.createEntry({ account: name, address }, keys)
    const delays = await enqueue({ key: address, abortSignal }, () => recordAttempt(db, keys))
    try {
      await queue.waitForDelay(entry, delays, abortSignal)
      const found = await findAccountByName(db, name)
      const isCorrect = await verifier.matches(password, found?.passwordHash, { address, abortSignal })
      const loggedIn =
        found?.isEnabled && isCorrect ? await startLoginSession({ db, config }, request, found) : undefined
      return { delays, found, loggedIn }
    } catch (error) {
      // An attempt that the client aborts counts as failed; one that the server rejects or times out does not.
      if (!abortSignal.aborted || wasAnswered(abortSignal)) await undoAttempt(db, delays)
      throw error
    }
  }
}

/**
 * The minimum interval between audit events about rejections without verification, so that a flood of them
 * does not fill the audit trail.
 */
const auditIntervalMs = 60_000

/** Audits rejections without verification, with their number since the last such event. */
function createUnverifiedAudit(db: Database) {
  let [auditedAt, unauditedCount] = [0, 0]
  return async (name: string, request: FastifyRequest) => {
    unauditedCount += 1
    const at = now().getTime()
    if (at - auditedAt < auditIntervalMs) return
    const refused = unauditedCount
    auditedAt = at
    unauditedCount = 0
    const found = await findAccountByName(db, name)
    await auditLogin(db, request, found, 'member logins refused unseen', { refused })
  }
}
