import type { FastifyInstance } from 'fastify'
import { audit } from '#platform/db/audit.ts'
import { inTransaction } from '#platform/db/database.ts'
import { Problem, problem } from '#platform/http/problem.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { rejectOtherSites } from '#platform/http/security-headers.ts'
import { initRefusalCounters } from '#platform/telemetry/process-metrics.ts'
import { deviceCookie, memberCookie } from '#sign-in/server/cookies.ts'
import { logMemberIn, logMemberOut, showMemberPage } from '../contract.ts'
import { messages } from '../messages.ts'
import { accountRoutes } from './account-routes.ts'
import { type CardDeps, cardRoutes } from './card-routes.ts'
import { findMemberPage } from './login-account.ts'
import type { LoginDeps } from './member-accounts.ts'
import { endMemberSession, requireMember } from './member-sessions.ts'
import {
  type AttemptPassword,
  attemptTimeoutMs,
  createLogin,
  createPasswordAttempts,
} from './password-attempts.ts'

/** Registers the routes of the member area (login, logout, member page and ID card) and of its accounts. */
export function membersRoutes(app: FastifyInstance, deps: CardDeps) {
  const { db, config } = deps
  const attempt = createPasswordAttempts(deps)
  loginRoute(app, deps, attempt)
  accountRoutes(app, deps, attempt)
  cardRoutes(app, deps)

  registerEndpoint(app, showMemberPage, ({ language }, request) => {
    const { clientId } = requireMember(request)
    return findMemberPage(db, { clientId, language, videoHosts: config.VIDEO_HOSTS })
  })

  registerEndpoint(app, logMemberOut, async (_input, request, reply) => {
    rejectOtherSites(request, config)
    const key = memberCookie.readKey(request, config)
    if (key !== undefined)
      await inTransaction(db, async (transaction) => {
        const actor = await endMemberSession(transaction, key)
        const note = { address: request.ip, reference: request.id }
        if (actor) await audit(transaction, { ...note, actor, action: 'member logged out', subject: actor })
      })
    memberCookie.clear(reply, config)
    reply.header('clear-site-data', '"cache"')
    return {}
  })
}

/** The reason of a refused login in the metrics, by status. */
const refusals: Record<number, string> = { 401: 'credentials', 429: 'too-many', 503: 'busy' }

function loginRoute(app: FastifyInstance, { db, config }: LoginDeps, attempt: AttemptPassword) {
  const logIn = createLogin({ db, config }, attempt)
  initRefusalCounters(app, 'member', Object.values(refusals))
  const countRefusal = (error: unknown) => {
    const reason = error instanceof Problem ? refusals[error.status] : undefined
    if (reason) app.refusedSignIns.inc({ kind: 'member', reason })
    throw error
  }
  const options = { timeoutMs: attemptTimeoutMs }
  registerEndpoint(
    app,
    logMemberIn,
    async ({ UserName, Password }, request, reply) => {
      rejectOtherSites(request, config)
      const name = normalizeName(UserName)
      if (name === '' || Password === '') throw problem(422, messages.bothRequired)
      const { record, key, device } = await logIn({ name, password: Password }, request).catch(countRefusal)
      memberCookie.set(reply, config, key)
      deviceCookie.set(reply, config, device)
      return record
    },
    options,
  )
}

/**
 * Normalizes a name as stored names are. Replaces control characters, some of which PostgreSQL rejects, so
 * that they never match.
 */
const normalizeName = (typed: string) =>
  typed
    .trim()
    .toLowerCase()
    .replaceAll(/\p{Cc}/gu, '\ufffd')
