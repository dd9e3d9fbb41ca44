import type { FastifyRequest } from 'fastify'
import { createFairQueue } from '#platform/concurrency/fair-queue.ts'
import { sleep } from '#platform/concurrency/sleep.ts'
import type { Config } from '#platform/config/settings.ts'
import type { Database } from '#platform/db/database.ts'
import { wasResponseSent } from '#platform/http/client-abort.ts'
import { Problem, problem } from '#platform/http/problem.ts'
import { ipBucket } from '#platform/http/rate-limit/ip-bucket.ts'
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

/** Retry-After for a rejection, in seconds: the longest delay. */
const retryAfter = 30

const unlimited = {
  ...{ concurrency: Infinity, maxQueued: Infinity, maxQueuedPerKey: Infinity },
  messages: { full: messages.busy, shareFull: messages.busy },
}
/** Each key has places of its own. If they are taken, a login is rejected at once. */
const places = {
  ...{ ...unlimited, maxQueuedPerKey: 0, retryAfter },
  messages: { full: messages.busy, shareFull: messages.tooManyLogins },
}

const createQueues = (concurrency: number) => ({
  /** The logins in progress, by address (or device), so that a flood fills neither memory nor database. */
  enter: createFairQueue({ ...places, concurrencyPerKey: 100 }),
  /** Counter updates, which block each other's rows and must not use up the connection pool. */
  count: createFairQueue({ ...unlimited, concurrency: 2, maxQueued: 2000, maxQueuedPerKey: 100 }),
  /** Counter updates that undo an attempt: one at a time, and never rejected. */
  undo: createFairQueue({ ...unlimited, concurrency: 1 }),
  /** The logins that wait out their delays, by account and address (or device). */
  delay: createFairQueue({ ...places, concurrencyPerKey: 5 }),
  verifier: createPasswordVerifier(concurrency),
})

/** Creates the login function, which starts a session or throws a problem. */
export function createLogin({ db, config }: LoginDeps) {
  const attempt = createAttempt({ db, config })
  const auditUnverified = createUnverifiedAudit(db)

  return async (typed: Typed, request: FastifyRequest): Promise<LoggedIn> => {
    const outcome = await attempt(typed, request).catch(async (error: unknown) => {
      if (error instanceof Problem) await auditUnverified(typed.name, request)
      throw error
    })
    if (outcome.loggedIn) {
      await outcome.undo()
      return outcome.loggedIn
    }
    await auditLogin(db, request, outcome.found, 'member login refused')
    throw outcome.recorded.isRejected
      ? problem(429, messages.tooManyLogins, { retryAfter })
      : problem(401, messages.wrong)
  }
}

/** Records and delays an attempt, then verifies the password. Throws without verifying it if a queue is full. */
function createAttempt({ db, config }: LoginDeps) {
  const unknownDevices = createQueues(config.PASSWORD_CHECK_CONCURRENCY)
  const knownDevices = createQueues(1)
  const findDevice = createDeviceFinder(config, (names) => findDeviceKeys(db, names))

  return async ({ name, password }: Typed, request: FastifyRequest) => {
    const { ip, abortSignal } = request
    const [address, device] = [ipBucket(ip), await findDevice(request, name)]
    const queues = device === undefined ? unknownDevices : knownDevices
    const origin = device ?? address
    // Known devices take turns by account: those of one account, however many, cannot delay another account.
    const source = { key: device === undefined ? address : name, abortSignal }
    const keys = throttleKeys({ name, address, device }, config)
    return queues.enter({ key: origin, abortSignal }, async () => {
      const recorded = await queues.count(source, () => recordAttempt(db, keys))
      const undo = () => queues.undo({ key: origin }, () => undoAttempt(db, recorded.failures))
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
