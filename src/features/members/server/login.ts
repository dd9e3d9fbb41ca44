import type { FastifyRequest } from 'fastify'
import { now } from '#platform/contract/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { Problem, problem } from '#platform/http/problem.ts'
import { messages } from '../messages.ts'
import { auditLogin, findAccountByName, type LoggedIn, startLoginSession } from './login-account.ts'
import { type AttemptDeps, type AttemptPassword, retryAfter, type Typed } from './password-attempts.ts'

/** Creates the login function, which starts a session or throws a problem. */
export function createLogin({ db, config }: AttemptDeps, attempt: AttemptPassword) {
  const auditUnverified = createUnverifiedAudit(db)

  return async (typed: Typed, request: FastifyRequest): Promise<LoggedIn> => {
    const { found, done, isRejected } = await attempt(typed, request, {
      findHash: ({ passwordHash }) => passwordHash,
      accept: async (account) =>
        account.isEnabled ? startLoginSession({ db, config }, request, account) : undefined,
    }).catch(async (error: unknown) => {
      if (error instanceof Problem) await auditUnverified(typed.name, request)
      throw error
    })
    if (done) return done
    await auditLogin(db, request, found, 'member login refused')
    throw isRejected ? problem(429, messages.tooManyLogins, { retryAfter }) : problem(401, messages.wrong)
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
