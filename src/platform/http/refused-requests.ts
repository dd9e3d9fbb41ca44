import type { FastifyInstance, FastifyRequest } from 'fastify'
import { now } from '../contract/clock.ts'
import { audit } from '../db/audit.ts'
import { countUnauthenticated, type UnauthenticatedDeps } from './unauthenticated-requests.ts'

const minuteMs = 60_000

/** Records refused requests in the audit trail: each one of somebody authenticated, and counts of all others. */
export function registerRefusedRequests(app: FastifyInstance, deps: UnauthenticatedDeps) {
  auditAuthenticated(app, deps)
  countUnauthenticated(app, deps)
}

/** The most entries of a person, and of all people together, in a minute. */
const maxPerActor = 20
const maxInTotal = 600

/**
 * Audits the requests of authenticated people and programs that were refused with 403 or 404: which endpoint, and which
 * case, bill or letter they named. A person who goes on after the limit gets one more entry that says so. Each process
 * counts for itself.
 */
function auditAuthenticated(app: FastifyInstance, { db, log, findActor }: UnauthenticatedDeps) {
  const limit = createRefusalLimit()
  // Before the response leaves, so that no refusal is known before it is recorded.
  app.addHook('onSend', async (request, { statusCode: status }) => {
    const { contract } = request.routeOptions.config
    const actor =
      contract && !request.refusal && (status === 403 || status === 404) ? findActor(request) : undefined
    const outcome = actor === undefined ? 'ignored' : limit(actor)
    if (!contract || actor === undefined || outcome === 'ignored') return
    const endpoint = `${contract.method} ${contract.path}`
    const asked = outcome === 'last' ? undefined : findAsked(request.input)
    await audit(db, {
      actor,
      address: request.ip,
      reference: request.id,
      action: outcome === 'last' ? 'more requests refused' : 'request refused',
      subject: asked ?? endpoint,
      detail: { status, ...(asked !== undefined && { endpoint }) },
    }).catch((err: unknown) => log.warn({ err }, 'audit of a refused request failed'))
  })
}

/** The input that names a case, bill, letter or other row. Other input may be long or personal. */
const identifiers = ['incidentNumber', 'IncidentNumber', 'itn', 'ITN', 'number', 'Number', 'row', 'id']
const maxLength = 100

function findAsked(input: FastifyRequest['input']): string | undefined {
  const value = identifiers.map((name) => input?.[name]).find((each) => typeof each === 'string' && each)
  return typeof value === 'string' ? value.slice(0, maxLength) : undefined
}

/** Decides whether the next refusal of an actor is recorded, is the last one of this minute, or is ignored. */
export function createRefusalLimit() {
  let minute = 0
  let total = 0
  const counts = new Map<string, number>()
  return (actor: string): 'recorded' | 'last' | 'ignored' => {
    const current = Math.floor(now().getTime() / minuteMs)
    if (current !== minute) {
      minute = current
      total = 0
      counts.clear()
    }
    const count = (counts.get(actor) ?? 0) + 1
    if (count > maxPerActor + 1 || total >= maxInTotal) return 'ignored'
    counts.set(actor, count)
    total += 1
    return count > maxPerActor ? 'last' : 'recorded'
  }
}
