import type { FastifyInstance, FastifyRequest } from 'fastify'
import { eitherSearch } from '#cases/contract.ts'
import { createSearchQueue } from '#platform/concurrency/fair-queue.ts'
import type { Config } from '#platform/config/settings.ts'
import { audit } from '#platform/db/audit.ts'
import { type Database, withScope } from '#platform/db/database.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import {
  getCaller,
  getClient,
  getRequester,
  getScope,
  getStaffPrincipal,
  hasRequiredFeatures,
} from '#sign-in/server/staff-principal.ts'
import { type Found, findAnything } from '../contract.ts'
import { maxResults, parseTypedText, type TypedText } from '../rules.ts'
import { findAuthorizations } from './authorization-queries.ts'
import { findCases } from './case-queries.ts'
import { createLookupLog, type Lookup } from './lookup-log.ts'
import { closeRanges, prefixRanges } from './name-queries.ts'

type FindDeps = { db: Database; config: Config }

/** The endpoint of the search box. */
export function findRoutes(app: FastifyInstance, { db, config }: FindDeps) {
  // Half of the connections stay free for everything else.
  const enqueue = createSearchQueue(config.SEARCH_CONCURRENCY, Math.ceil(config.DATABASE_POOL_SIZE / 2))
  const lookups = createLookupLog()
  registerEndpoint(app, findAnything, async ({ searchTerm }, request) => {
    const typed = parseTypedText(searchTerm)
    if (!typed) return nothing
    const timeZone = config.PORTAL_TIME_ZONE
    return enqueue(getRequester(request), () => search({ db, timeZone, lookups }, request, typed))
  })
}

const nothing: Found = { cases: [], authorizations: [], hasMore: { cases: false, authorizations: false } }

type SearchDeps = { db: Database; timeZone: string; lookups: ReturnType<typeof createLookupLog> }

/**
 * Searches and, in the same transaction, audits the rows that this lookup has not shown yet: people type letter by
 * letter, and most letters show the same rows again.
 */
async function search(
  { db, timeZone, lookups }: SearchDeps,
  request: FastifyRequest,
  typed: TypedText,
): Promise<Found> {
  const scope = getScope(request)
  const key = `${getStaffPrincipal(request).sessionId} ${getClient(request).id}`
  const { found, seen } = await withScope(db, scope, async (scoped) => {
    const found = await findAll(scoped, request, { typed, timeZone })
    const lookup = lookups.continue(key, typed.text, listSubjects(found))
    if (lookup.isNew) await auditLookup(scoped, request, typed, { scope, found, lookup })
    return { found, seen: lookup }
  })
  lookups.keep(key, seen)
  return found
}

type Recorded = { scope: readonly string[]; found: Found; lookup: Lookup }

const auditLookup = (scoped: Database, request: FastifyRequest, typed: TypedText, recorded: Recorded) => {
  const { scope, found, lookup } = recorded
  const rows = [...found.cases, ...found.authorizations]
  return audit(scoped, {
    ...getCaller(request),
    action: 'found by typing',
    subject: scope.join(','),
    clientCodes: [...new Set(rows.map(({ client }) => client))],
    detail: { searchTerm: typed.text, rows: rows.length, shown: lookup.added.join(',') },
  })
}

/** What a response shows: the incident of each case, or its client and patient, and ITNs. */
const listSubjects = ({ cases, authorizations }: Found) => [
  ...cases.map(({ incidentNumber, client, patientCode }) => incidentNumber ?? `${client} ${patientCode}`),
  ...authorizations.map(({ itnNumber }) => itnNumber),
]

type Wanted = { typed: TypedText; timeZone: string }

async function findAll(
  scoped: Database,
  request: FastifyRequest,
  { typed, timeZone }: Wanted,
): Promise<Found> {
  const { features, codes } = getClient(request)
  const { abortSignal } = request
  const hasCases = hasRequiredFeatures(features, [eitherSearch])
  let ranges = prefixRanges(typed)
  const findByNames = (all: typeof ranges) =>
    hasCases ? findCases(scoped, typed, { ranges: all, codes, timeZone }, abortSignal) : []
  let cases = await findByNames(ranges)
  if (needsCloseNames(typed, cases.length)) {
    const close = await closeRanges(scoped, typed, codes, abortSignal)
    ranges = [...ranges, ...close]
    if (close.length > 0) cases = await findByNames(ranges)
  }
  const incidents = cases.flatMap(({ incidentNumber }) => incidentNumber ?? [])
  const authorizations = features.clientAuth
    ? await findAuthorizations(scoped, typed, { ranges, codes, incidents }, abortSignal)
    : []
  return {
    cases: cases.slice(0, maxResults),
    authorizations: authorizations.slice(0, maxResults),
    hasMore: {
      cases: cases.length > maxResults,
      authorizations: authorizations.length > maxResults,
    },
  }
}

/**
 * Whether to look for typing errors: for a single name if fewer than nine cases match, for several names only if none
 * does.
 */
function needsCloseNames({ names, fullName }: TypedText, found: number): boolean {
  if (fullName === undefined && names.length === 0) return false
  return found === 0 || (fullName !== undefined && names.length === 0 && found <= maxResults)
}
