import type { FastifyRequest } from 'fastify'
import { Problem, problem } from '#platform/http/problem.ts'
import { messages } from '../messages.ts'
import { auditLogin, createUnverifiedAudit, type LoggedIn, startLoginSession } from './login-account.ts'
import { maxDelay } from './login-throttle.ts'
import type { LoginDeps, Typed } from './member-accounts.ts'
import type { AttemptPassword } from './password-attempts.ts'

/** Creates the login function, which starts a session or throws a problem. */
export function createLogin(deps: LoginDeps, attempt: AttemptPassword) {
  const auditUnverified = createUnverifiedAudit(deps.db)
  return async (typed: Typed, request: FastifyRequest): Promise<LoggedIn> => {
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
