import type { FastifyRequest } from 'fastify'
import { Problem, problem } from '#platform/http/problem.ts'
import { messages } from '../messages.ts'
import { auditLogin, createUnverifiedAudit, type LoggedIn, startLoginSession } from './login-account.ts'
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
