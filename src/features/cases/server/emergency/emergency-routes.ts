import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import { now } from '#platform/contract/clock.ts'
import { parseDay } from '#platform/contract/date-format.ts'
import { visibleLength } from '#platform/contract/normalize-text.ts'
import { audit } from '#platform/db/audit.ts'
import { type Database, withScope } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { stepUpReason } from '#sign-in/rules.ts'
import {
  type EmergencyAccess,
  findEmergencyScope,
  listOpenAccesses,
  mayOpenInEmergency,
} from '#sign-in/server/emergency-scope.ts'
import { stepUpChallenge } from '#sign-in/server/find-missing-evidence.ts'
import {
  getCaller,
  getClient,
  getStaffPrincipal,
  rejectPausedReading,
} from '#sign-in/server/staff-principal.ts'
import { hasStepUp } from '#sign-in/server/staff-sessions.ts'
import {
  emergencyReasonLength,
  endAccess,
  listOwnAccesses,
  maxOpenAccesses,
  openInEmergency,
} from '../../emergency-contract.ts'
import { messages } from '../../emergency-messages.ts'
import type { CaseDeps } from '../document-routes.ts'
import {
  type Attempt,
  countOpenAccesses,
  endOpenAccess,
  findCase,
  insertAccess,
  lockAttempts,
  recordRefusal,
  throttledUntil,
} from './emergency-queries.ts'
import { reviewRoutes } from './review-routes.ts'

type Opened = Pick<EmergencyAccess, 'id' | 'incidentNumber' | 'row' | 'endsAt'>

/** Why an attempt was refused, as the audit trail and the metric say it. */
type Refusal = 'no step-up' | 'throttled' | 'no match' | 'own code' | 'too many'
type Outcome = { opened: Opened } | { refusal: Refusal; retryAt?: Date }

/** Endpoints with which a person opens a case outside their codes in an emergency, and those of its review. */
export function emergencyRoutes(app: FastifyInstance, deps: CaseDeps) {
  const { db } = deps
  openingRoute(app, deps)
  reviewRoutes(app, deps)

  registerEndpoint(app, listOwnAccesses, async (_input, request) => {
    if (!mayOpenInEmergency(request)) return { accesses: [] }
    rejectPausedReading(request)
    return withScope(db, await findEmergencyScope(db, request), async (scoped) => {
      const accesses = await listOpenAccesses(scoped, request)
      await audit(scoped, {
        ...getCaller(request),
        action: 'own emergency access read',
        subject: getStaffPrincipal(request).userId,
        ...summarize(accesses),
        detail: { rows: accesses.length },
      })
      return { accesses: accesses.map(describe) }
    })
  })

  registerEndpoint(app, endAccess, async ({ id }, request) =>
    withScope(db, await findEmergencyScope(db, request), async (scoped) => {
      const { userId } = getStaffPrincipal(request)
      const ended = await endOpenAccess(scoped, { id, userId })
      if (!ended) throw problem(404, messages.unknown)
      await audit(scoped, {
        ...getCaller(request),
        action: 'emergency access ended',
        subject: ended.incidentNumber,
        clientCode: ended.client,
        detail: { emergencyAccess: id },
      })
      return { endedAt: ended.endedAt.toISOString() }
    }),
  )
}

const summarize = (accesses: readonly EmergencyAccess[]) => ({
  clientCodes: [...new Set(accesses.map(({ client }) => client))],
  ...(accesses.length > 0 && { shown: accesses.map(({ incidentNumber }) => incidentNumber) }),
})

const describe = ({ id, incidentNumber, row, endsAt }: Opened) => ({
  id,
  incidentNumber,
  row,
  endsAt: endsAt.toISOString(),
})

function openingRoute(app: FastifyInstance, { db, config }: CaseDeps) {
  const attempts = new Counter({
    name: 'portal_emergency_access_total',
    help: 'Attempts to open a case in an emergency, by outcome',
    labelNames: ['outcome'],
    registers: [app.metrics],
  })
  for (const outcome of ['granted', 'refused']) attempts.inc({ outcome }, 0)

  registerEndpoint(app, openInEmergency, async ({ reason, dateOfBirth, incidentNumber }, request, reply) => {
    rejectPausedReading(request)
    if (!getStaffPrincipal(request).isNarrowed) throw problem(403, messages.unrestricted)
    if (!mayOpenInEmergency(request)) throw problem(404, messages.off)
    rejectUnreadable({ dateOfBirth, reason })
    const { userId, sessionId } = getStaffPrincipal(request)
    const attempt = { userId, clientId: getClient(request).id, incidentNumber, dateOfBirth }
    const scope = await findEmergencyScope(db, request)
    const outcome = await withScope(db, scope, async (scoped): Promise<Outcome> => {
      await lockAttempts(scoped, attempt)
      // Asked before the case is looked for, so that the answer does not tell whether it exists.
      const found = (await hasStepUp(scoped, sessionId, config))
        ? await tryToOpen(scoped, request, { ...attempt, reason })
        : { refusal: 'no step-up' as const }
      await auditAttempt(scoped, request, { incidentNumber, reason, outcome: found })
      return found
    })
    attempts.inc({ outcome: 'opened' in outcome ? 'granted' : 'refused' })
    if ('opened' in outcome) return describe(outcome.opened)
    throw refuse(outcome, reply, stepUpChallenge(config))
  })
}

function rejectUnreadable({ dateOfBirth, reason }: { dateOfBirth: string; reason: string }) {
  if (parseDay(dateOfBirth) !== dateOfBirth) throw problem(422, messages.dateFault)
  const { min, max } = emergencyReasonLength
  if (visibleLength(reason) < min) throw problem(422, messages.reasonFault(min, max))
}

/**
 * Opens a case, or the same one again until its time ends. Only an attempt that matches no case counts as a guess. Every
 * limit is checked before the case is looked for, so that no answer tells whether it exists.
 */
async function tryToOpen(
  scoped: Database,
  request: FastifyRequest,
  { reason, ...attempt }: Attempt & { reason: string },
): Promise<Outcome & { client?: string }> {
  const retryAt = await throttledUntil(scoped, attempt)
  if (retryAt) return { refusal: 'throttled', retryAt }
  const open = await listOpenAccesses(scoped, request)
  const same = open.find((each) => each.incidentNumber === attempt.incidentNumber)
  if (!same && (await countOpenAccesses(scoped, attempt.userId)) >= maxOpenAccesses)
    return { refusal: 'too many' }
  const found = await findCase(scoped, attempt)
  if (!found) {
    await recordRefusal(scoped, attempt)
    return { refusal: 'no match' }
  }
  const { emergencyMinutes, codes } = getClient(request)
  if (codes.includes(found.client)) return { refusal: 'own code', client: found.client }
  if (same) return { opened: same, client: found.client }
  const { name, sessionId } = getStaffPrincipal(request)
  const minutes = emergencyMinutes ?? 0
  const access = await insertAccess(scoped, { ...attempt, ...found, name, sessionId, reason, minutes })
  return { opened: { ...found, ...access }, client: found.client }
}

type AuditedAttempt = {
  incidentNumber: string
  reason: string
  outcome: Outcome & { client?: string }
}

/** Every attempt leaves an entry with its reason. */
const auditAttempt = (
  scoped: Database,
  request: FastifyRequest,
  { incidentNumber, reason, outcome }: AuditedAttempt,
) =>
  audit(scoped, {
    ...getCaller(request),
    action: 'opened' in outcome ? 'emergency access granted' : 'emergency access refused',
    subject: incidentNumber,
    // Without a case, the codes of the person: their client’s period for typed text applies to the reason.
    clientCodes: outcome.client === undefined ? getClient(request).codes : [outcome.client],
    detail: {
      reason,
      ...('opened' in outcome
        ? { emergencyAccess: outcome.opened.id, until: outcome.opened.endsAt.toISOString() }
        : { refusal: outcome.refusal }),
    },
  })

function refuse(
  { refusal, retryAt = now() }: Extract<Outcome, { refusal: Refusal }>,
  reply: FastifyReply,
  challenge: string,
) {
  if (refusal === 'no match') return problem(404, messages.noMatch)
  if (refusal === 'own code') return problem(409, messages.alreadyVisible)
  if (refusal === 'too many') return problem(409, messages.tooMany(maxOpenAccesses))
  if (refusal === 'throttled') {
    reply.header('retry-after', Math.ceil((retryAt.getTime() - now().getTime()) / 1000))
    return problem(429, messages.throttled)
  }
  reply.header('www-authenticate', challenge)
  return problem(403, messages.stepUpNeeded, { reason: stepUpReason })
}
