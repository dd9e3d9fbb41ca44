import type { FastifyInstance, FastifyRequest } from 'fastify'
import { auditedRows } from '#clients/server/audited-query.ts'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import { type Database, withScope } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { getCaller, getClient, getScope, getStaffPrincipal } from '#sign-in/server/staff-principal.ts'
import { listAccesses, type ReviewedAccess, reviewAccess } from '../../emergency-contract.ts'
import { messages } from '../../emergency-messages.ts'
import { findAccesses, type ListedAccess, lockAccess, recordReview } from './emergency-queries.ts'

const text = messages.review

/** Endpoints with which people who see every case of the client review what was opened in an emergency. */
export function reviewRoutes(app: FastifyInstance, { db }: { db: Database }) {
  registerEndpoint(app, listAccesses, async (_input, request) => {
    rejectNarrowed(request)
    const { userId } = getStaffPrincipal(request)
    const accesses = await auditedRows(
      db,
      request,
      { action: 'emergency accesses read' },
      (scoped, signal) => findAccesses(scoped, getClient(request).id, signal),
      ({ incidentNumber }) => incidentNumber,
    )
    return {
      accesses: accesses.map((access) => describe(access, userId)),
      total: accesses[0]?.total ?? 0,
    }
  })

  registerEndpoint(app, reviewAccess, ({ id, note }, request) => {
    rejectNarrowed(request)
    const { userId, name } = getStaffPrincipal(request)
    return withScope(db, getScope(request), async (scoped) => {
      const access = await lockAccess(scoped, id, getClient(request).id)
      if (!access) throw problem(404, text.unknown)
      if (access.userId === userId) throw problem(403, text.own)
      if (access.reviewedAt) throw problem(409, text.isReviewed(access.reviewedBy ?? ''))
      await recordReview(scoped, { id, userId, name, note })
      await audit(scoped, {
        ...getCaller(request),
        action: 'emergency access reviewed',
        subject: access.incidentNumber,
        clientCode: access.client,
        detail: { emergencyAccess: id, characters: Array.from(note).length },
      })
      return { person: name, at: now().toISOString(), note }
    })
  })
}

/** A person who sees only some codes is one of those whose accesses are reviewed. */
function rejectNarrowed(request: FastifyRequest) {
  if (getStaffPrincipal(request).isNarrowed) throw problem(403, text.noRight)
}

function describe(access: ListedAccess, reader: string): ReviewedAccess {
  const { id, person, incidentNumber, row, reason, openedAt, endsAt, wasEnded, isOpen, reads } = access
  const { reviewedBy, reviewedAt, reviewNote } = access
  return {
    id,
    person,
    incidentNumber,
    row,
    reason,
    isOpen,
    wasEnded,
    openedAt: openedAt.toISOString(),
    endsAt: endsAt.toISOString(),
    reads: reads.map(({ first, last, ...read }) => ({
      ...read,
      pages: first !== null && last !== null ? { first, last } : null,
    })),
    readCount: reads.reduce((sum, { times }) => sum + times, 0),
    review: reviewedAt && {
      person: reviewedBy ?? '',
      at: reviewedAt.toISOString(),
      note: reviewNote ?? '',
    },
    mayReview: reviewedAt === null && access.userId !== reader,
  }
}
