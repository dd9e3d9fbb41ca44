import type { FastifyRequest } from 'fastify'
import { createFairQueue } from '#platform/concurrency/fair-queue.ts'
import type { Config } from '#platform/config/settings.ts'
import { now } from '#platform/contract/clock.ts'
import { type Database, inTransaction } from '#platform/db/database.ts'
import { wasAnswered } from '#platform/http/client-abort.ts'
import { ipBucket } from '#platform/http/ip-bucket.ts'
import { Problem, problem } from '#platform/http/problem.ts'
import { memberCookie } from '#sign-in/server/cookies.ts'
import type { MemberRecord } from '../contract.ts'
import { messages } from '../messages.ts'
import { type Account, auditLogin, findAccountByName, isUnchanged } from './login-account.ts'
import { createLoginQueue } from './login-queue.ts'
import { recordAttempt, throttleKeys, undoAttempt } from './login-throttle.ts'
import { findMemberRecord } from './member-record-query.ts'
import { endMemberSession, startMemberSession } from './member-sessions.ts'
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

/** What a login returns: the member page and the key for the session cookie. */
type LoggedIn = { record: MemberRecord; key: string }

/** Thrown to roll back a session that must not start. */
class AccountChangedError extends Error {}

/**
 * Starts a session for a verified account and ends the previous session of this browser. Returns undefined if the
 * account was disabled or its password changed since verification.
 */
async function startLoginSession(
  { db, config }: { db: Database; config: Config },
  request: FastifyRequest,
  account: Account,
): Promise<LoggedIn | undefined> {
  const record = await findMemberRecord(db, account.clientId, config.VIDEO_HOSTS)
  const previousKey = memberCookie.readKey(request, config)
  try {
    const key = await inTransaction(db, (transaction) =>
      createSession(transaction, request, { account, previousKey }),
    )
    return { record, key }
  } catch (error) {
    if (error instanceof AccountChangedError) return undefined
    throw error
  }
}

type NewLogin = { account: Account; previousKey: string | undefined }

/**
 * Inserts a session and returns its cookie key. A password reset locks the account row that the new session
 * references, so whichever comes later sees the other. Both lock the account before its sessions, to avoid a deadlock.
 */
async function createSession(
  transaction: Database,
  request: FastifyRequest,
  { account, previousKey }: NewLogin,
) {
  const key = await startMemberSession(transaction, { accountId: account.id, address: request.ip })
  if (!(await isUnchanged(transaction, account))) throw new AccountChangedError()
  if (previousKey !== undefined) await endMemberSession(transaction, previousKey)
  await auditLogin(transaction, request, account, 'member logged in')
  return key
}
