import type { FastifyRequest } from 'fastify'
import { createFairQueue } from '#platform/concurrency/fair-queue.ts'
import { sleep } from '#platform/concurrency/sleep.ts'
import type { Config } from '#platform/config/settings.ts'
import type { Database } from '#platform/db/database.ts'
import { wasResponseSent } from '#platform/http/client-abort.ts'
import { ipBucket } from '#platform/http/ip-bucket.ts'
import { Problem, problem } from '#platform/http/problem.ts'
import { messages } from '../messages.ts'
import { createDeviceFinder } from './device-cookies.ts'
import {
  auditLogin,
  createUnverifiedAudit,
  findAccountByName,
  findDeviceKeys,
  type LoggedIn,
  startLoginSession,
} from './login-account.ts'
import { recordAttempt, throttleKeys, undoAttempt } from './login-throttle.ts'
import { createPasswordVerifier } from './passwords.ts'

export type LoginDeps = { db: Database; config: Config }
type Typed = { name: string; password: string }

/** Limits concurrent counter updates, which block each other's rows and must not use up the connection pool. */
const counterQueue = {
  concurrency: 2,
  maxQueued: 2000,
  maxQueuedPerKey: 100,
  messages: { full: messages.busy, shareFull: messages.busy },
}
/** Retry-After for a rejection, in seconds: the longest delay. */
const retryAfter = 30
/**
 * The logins that wait out their delays. Each pair of account and address (or device) has places of its own;
 * if they are taken, a login is rejected at once.
 */
const delayQueue = {
  concurrency: Number.POSITIVE_INFINITY,
  concurrencyPerKey: 5,
  maxQueued: 0,
  maxQueuedPerKey: 0,
  messages: { full: messages.busy, shareFull: messages.tooManyLogins },
  retryAfter,
}

/** The logins in progress. Each address (or device) has a share, so a flood fills neither memory nor database. */
const entryQueue = {
  ...{ concurrency: Number.POSITIVE_INFINITY, concurrencyPerKey: 100, maxQueued: 0, maxQueuedPerKey: 0 },
  messages: { full: messages.busy, shareFull: messages.tooManyLogins },
  retryAfter,
}
/** Counter updates that undo an attempt: one at a time, and never rejected. */
const undoQueue = {
  ...{ concurrency: 1, maxQueued: Number.POSITIVE_INFINITY, maxQueuedPerKey: Number.POSITIVE_INFINITY },
  messages: { full: messages.busy, shareFull: messages.busy },
}

/** The queues that a login passes through: for itself, its counter updates, its delay and its password check. */
const createQueues = (concurrency: number) => ({
  enter: createFairQueue(entryQueue),
  count: createFairQueue(counterQueue),
  undo: createFairQueue(undoQueue),
  delay: createFairQueue(delayQueue),
  verifier: createPasswordVerifier(concurrency),
})

/** Creates the login function, which starts a session or throws a problem. */
export function createLogin({ db, config }: LoginDeps) {
  const attempt = createAttempt({ db, config })
  const auditUnverified = createUnverifiedAudit(db)

  return async (typed: Typed, request: FastifyRequest): Promise<LoggedIn> => {
    const { recorded, found, loggedIn, undo } = await attempt(typed, request).catch(
      async (error: unknown) => {
        if (error instanceof Problem) await auditUnverified(typed.name, request)
        throw error
      },
    )
    if (loggedIn) {
      await undo()
      return loggedIn
    }
    await auditLogin(db, request, found, 'member login refused')
    throw recorded.isRejected
      ? problem(429, messages.tooManyLogins, { retryAfter })
      : problem(401, messages.wrong)
  }
}

/** Records and delays an attempt, then verifies the password. Throws without verifying it if a queue is full. */
function createAttempt({ db, config }: LoginDeps) {
  const strangers = createQueues(config.PASSWORD_CHECK_CONCURRENCY)
  const knownDevices = createQueues(1)
  const findDevice = createDeviceFinder(config, (names) => findDeviceKeys(db, names))

  return async ({ name, password }: Typed, request: FastifyRequest) => {
    const { ip, abortSignal } = request
    const [address, device] = [ipBucket(ip), await findDevice(request, name)]
    const queues = device === undefined ? strangers : knownDevices
    const origin = device ?? address
    // Known devices take turns by account: those of one account, however many, cannot delay another account.
    const source = { key: device === undefined ? address : name, abortSignal }
    const keys = throttleKeys({ name, address, device }, config)
    return queues.enter({ key: origin, abortSignal }, async () => {
      const recorded = await queues.count(source, () => recordAttempt(db, keys))
      const undo = () => queues.undo({ key: origin }, () => undoAttempt(db, recorded))
      try {
        const pair = { key: JSON.stringify([name, origin]), abortSignal }
        if (recorded.waitMs > 0) await queues.delay(pair, () => sleep(recorded.waitMs, abortSignal))
        const found = await findAccountByName(db, name)
        const isCorrect = await queues.verifier.matches(password, found?.passwordHash, source)
        const canLogIn = found?.isEnabled && isCorrect
        const loggedIn = canLogIn ? await startLoginSession({ db, config }, request, found) : undefined
        return { recorded, found, loggedIn, undo }
      } catch (error) {
        // An attempt that the client aborts counts as failed; one that the server rejects or times out does not.
        if (!abortSignal.aborted || wasResponseSent(abortSignal)) await undo()
        throw error
      }
    })
  }
}
