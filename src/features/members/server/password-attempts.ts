import type { FastifyRequest } from 'fastify'
import { createFairQueue } from '#platform/concurrency/fair-queue.ts'
import { createBatchLookup } from '#platform/concurrency/serial-queue.ts'
import { sleep } from '#platform/concurrency/sleep.ts'
import { wasResponseSent } from '#platform/http/client-abort.ts'
import { Problem, problem } from '#platform/http/problem.ts'
import { ipBucket } from '#platform/http/rate-limit/ip-bucket.ts'
import { messages } from '../messages.ts'
import { createDeviceFinder } from './device-cookies.ts'
import {
  type Account,
  auditLogin,
  createUnverifiedAudit,
  findAccountByName,
  findDeviceKeys,
  startLoginSession,
} from './login-account.ts'
import { maxDelay, recordAttempt, throttleKeys, undoAttempt } from './login-throttle.ts'
import type { LoginDeps, Typed } from './member-accounts.ts'
import { createPasswordVerifier } from './passwords.ts'

/** The longest delay plus time to process the request. */
export const attemptTimeoutMs = 45_000

const busy = { full: messages.busy, shareFull: messages.busy }
const unlimited = { concurrency: Infinity, maxQueued: Infinity, maxQueuedPerKey: Infinity, messages: busy }
const placesTaken = { ...busy, shareFull: messages.tooManyLogins }
/** Each key has places of its own. If they are taken, an attempt is rejected at once. */
const places = { ...unlimited, maxQueuedPerKey: 0, retryAfter: maxDelay, messages: placesTaken }

const createQueues = (concurrency: number) => ({
  /** The attempts in progress, by address (or device), so that a flood fills neither memory nor database. */
  enter: createFairQueue({ ...places, concurrencyPerKey: 100 }),
  /** Counter updates, which block each other's rows and must not use up the connection pool. */
  count: createFairQueue({ ...unlimited, concurrency: 2, maxQueued: 2000, maxQueuedPerKey: 100 }),
  /** Counter updates that undo an attempt: one at a time, and never rejected. */
  undo: createFairQueue({ ...unlimited, concurrency: 1 }),
  /** The attempts that wait out their delays, by account and address (or device). */
  delay: createFairQueue({ ...places, concurrencyPerKey: 5 }),
  verifier: createPasswordVerifier(concurrency),
})

type Check<Done> = {
  /** The hash that the password has to match; none if no password is right. */
  findHash(account: Account): string | undefined
  /** Acts on the right password. Without a result, the attempt counts as failed. */
  accept(account: Account): Promise<Done | undefined>
}

export type AttemptPassword = ReturnType<typeof createPasswordAttempts>

/**
 * Creates the function that checks member passwords at the login and when staff change them, with the same limits. It
 * records and delays an attempt, verifies the password, and undoes the record if `accept` returns a result (`done`). A
 * failure is rejected (`isRejected`) after the last delay. Throws a problem without verifying it if a queue is full.
 */
export function createPasswordAttempts({ db, config }: LoginDeps) {
  const unknownDevices = createQueues(config.PASSWORD_CHECK_CONCURRENCY)
  const knownDevices = createQueues(1)
  // Anyone can send cookies that look right, so one query at a time reads the keys for them.
  const findDevice = createDeviceFinder(
    config,
    createBatchLookup((names) => findDeviceKeys(db, names)),
  )

  return async <Done>({ name, password }: Typed, request: FastifyRequest, check: Check<Done>) => {
    const { ip, abortSignal } = request
    const [address, device] = [ipBucket(ip), await findDevice(request, name)]
    const queues = device === undefined ? unknownDevices : knownDevices
    const origin = device ?? address
    // Known devices take turns by account: those of one account, however many, cannot delay another account.
    const source = { key: device === undefined ? address : name, abortSignal }
    const keys = throttleKeys({ name, address, device }, config)
    const { undo, ...outcome } = await queues.enter({ key: origin, abortSignal }, async () => {
      const { waitMs, isRejected, failures } = await queues.count(source, () => recordAttempt(db, keys))
      const undo = () => queues.undo({ key: origin }, () => undoAttempt(db, failures))
      try {
        const pair = { key: JSON.stringify([name, origin]), abortSignal }
        if (waitMs > 0) await queues.delay(pair, () => sleep(waitMs, abortSignal))
        const found = await findAccountByName(db, name)
        const isCorrect = await queues.verifier.matches(password, found && check.findHash(found), source)
        const done = found && isCorrect ? await check.accept(found) : undefined
        return { found, done, isRejected, undo }
      } catch (error) {
        // An attempt that the client aborts counts as failed; one that the server rejects or times out does not.
        if (!abortSignal.aborted || wasResponseSent(abortSignal)) await undo()
        throw error
      }
    })
    if (outcome.done !== undefined) await undo()
    return outcome
  }
}

/** Creates the login function, which starts a session or throws a problem. */
export function createLogin(deps: LoginDeps, attempt: AttemptPassword) {
  const auditUnverified = createUnverifiedAudit(deps.db)
  return async (typed: Typed, request: FastifyRequest) => {
    const { found, done, isRejected } = await attempt(typed, request, {
      findHash: ({ passwordHash }) => passwordHash,
      accept: (account) => startLoginSession(deps, request, account),
    }).catch(async (error: unknown) => {
      if (error instanceof Problem) await auditUnverified(typed.name, request)
      throw error
    })
    if (done) return done
    await auditLogin(deps.db, request, found, 'member login refused')
    if (isRejected) throw problem(429, messages.tooManyLogins, { retryAfter: maxDelay })
    throw problem(401, messages.wrong)
  }
}
