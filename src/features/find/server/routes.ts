import type { FastifyInstance, FastifyRequest } from 'fastify'
import { eitherSearch } from '#cases/contract.ts'
import type { Feature } from '#clients/contract.ts'
import { createSearchQueue } from '#platform/concurrency/fair-queue.ts'
import type { Config } from '#platform/config/settings.ts'
import { audit } from '#platform/db/audit.ts'
import { type ClientScope, type Database, execute, sql, withScope } from '#platform/db/database.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import {
  getCaller,
  getClient,
  getRequester,
  getScope,
  getStaffPrincipal,
  hasRequiredFeatures,
  rejectPausedReading,
} from '#sign-in/server/staff-principal.ts'
import { findViewableClients } from '#sign-in/server/staff-principal-query.ts'
import { type Found, findAnything, findInAllClients } from '../contract.ts'
import { maxResults, parseTypedText, type TypedText, toWholeNumber } from '../rules.ts'
import { findAuthorizations } from './authorization-queries.ts'
import { findCases, mergeCases } from './case-queries.ts'
import { createLookupLog, type Lookup } from './lookup-log.ts'
import { closeRanges, prefixRanges } from './name-queries.ts'

type FindDeps = { db: Database; config: Config }

/** The endpoints of the search box. */
export function findRoutes(app: FastifyInstance, { db, config }: FindDeps) {
  // Half of the connections stay free for everything else.
  const enqueue = createSearchQueue(config.SEARCH_CONCURRENCY, Math.ceil(config.DATABASE_POOL_SIZE / 2))
  const deps = { db, timeZone: config.PORTAL_TIME_ZONE, lookups: createLookupLog() }

  registerEndpoint(app, findAnything, async ({ searchTerm }, request) => {
    const typed = parseTypedText(searchTerm)
    if (!typed) return nothing
    return enqueue(getRequester(request), () => search(deps, request, { typed, ...readClient(request) }))
  })

  registerEndpoint(app, findInAllClients, async ({ searchTerm }, request) => {
    const text = parseTypedText(searchTerm)
    if (!text) return { ...nothing, clients: [], isNumbersOnly: false }
    return enqueue(getRequester(request), async () => {
      const { clients, ...area } = await readAllClients(db, request)
      const isNumbersOnly = area.scope.length > maxCodesOfNames
      if (isNumbersOnly && !text.hasDigit) return { ...nothing, clients: [], isNumbersOnly }
      const typed = isNumbersOnly ? toWholeNumber(text) : text
      const found = await search(deps, request, { typed, ...area })
      const codes = new Set([...found.cases, ...found.authorizations].map(({ client }) => client))
      const owners = clients.filter((client) => client.codes.some((code) => codes.has(code)))
      return { ...found, clients: owners, isNumbersOnly }
    })
  })
}

const nothing: Found = { cases: [], authorizations: [], hasMore: { cases: false, authorizations: false } }

/** Where a search looks. */
type Area = {
  /** The ID of the client; undefined for all clients. */
  clientId: string | undefined
  scope: ClientScope
  /** The codes whose cases the person can see. */
  caseCodes: readonly string[]
  /** The codes whose authorizations the person can see. */
  authorizationCodes: readonly string[]
}

function readClient(request: FastifyRequest): Area {
  const { id, features, codes } = getClient(request)
  return {
    clientId: id,
    scope: getScope(request),
    caseCodes: hasRequiredFeatures(features, [eitherSearch]) ? codes : [],
    authorizationCodes: features.clientAuth ? codes : [],
  }
}

/** The most client codes whose names are searched at once: each code is read by itself. */
const maxCodesOfNames = 50

/** All clients that the person can view. */
async function readAllClients(db: Database, request: FastifyRequest) {
  rejectPausedReading(request)
  const { userId } = getStaffPrincipal(request)
  const oneOf = [...eitherSearch, 'clientAuth'] satisfies Feature[]
  const { clients, scope } = await findViewableClients(db, { userId, oneOf }, request.abortSignal)
  const listCodes = (needed: readonly Feature[]) =>
    clients.filter(({ features }) => hasRequiredFeatures(features, [needed])).flatMap(({ codes }) => codes)
  return {
    clientId: undefined,
    scope,
    caseCodes: listCodes(eitherSearch),
    authorizationCodes: listCodes(['clientAuth']),
    clients: clients.map(({ id, name, codes, features: { patientSearch, currentActivity } }) => ({
      id,
      label: name,
      codes: [...codes],
      patientSearch,
      currentActivity,
    })),
  }
}

type SearchDeps = { db: Database; timeZone: string; lookups: ReturnType<typeof createLookupLog> }
type Wanted = Area & { typed: TypedText }

/**
 * Searches and, in the same transaction, audits the text if it found rows, with those that this lookup has not shown
 * yet: people type letter by letter, and most letters show the same rows again.
 */
async function search(
  { db, timeZone, lookups }: SearchDeps,
  request: FastifyRequest,
  wanted: Wanted,
): Promise<Found> {
  const { clientId, scope, typed } = wanted
  const key = `${getStaffPrincipal(request).sessionId} ${clientId ?? ''}`
  const { found, seen } = await withScope(db, scope, async (scoped) => {
    // Planning takes as long as running these queries, and their plans do not depend on the text.
    await execute(scoped, sql`set local plan_cache_mode = force_generic_plan`)
    const found = await findAll(scoped, wanted, { timeZone, signal: request.abortSignal })
    const lookup = lookups.continue(key, typed.text, listSubjects(found))
    if (lookup.isNew) await auditLookup(scoped, request, wanted, { found, lookup })
    return { found, seen: lookup }
  })
  lookups.keep(key, seen)
  return found
}

const auditLookup = (
  scoped: Database,
  request: FastifyRequest,
  { clientId, scope, typed }: Wanted,
  { found, lookup }: { found: Found; lookup: Lookup },
) => {
  const rows = [...found.cases, ...found.authorizations]
  return audit(scoped, {
    ...getCaller(request),
    action: 'found by typing',
    subject: clientId === undefined ? 'all clients' : scope.join(','),
    clientCodes: [...new Set(rows.map(({ client }) => client))],
    detail: { searchTerm: typed.text, rows: rows.length },
    shown: lookup.added,
  })
}

/** What a response shows: the incident of each case, or its client and patient, and ITNs. */
const listSubjects = ({ cases, authorizations }: Found) => [
  ...cases.map(({ incidentNumber, client, patientCode }) => incidentNumber ?? `${client} ${patientCode}`),
  ...authorizations.map(({ itnNumber }) => itnNumber),
]

async function findAll(
  scoped: Database,
  { typed, caseCodes: codes, authorizationCodes, scope }: Wanted,
  { timeZone, signal }: { timeZone: string; signal: AbortSignal },
): Promise<Found> {
  let ranges = prefixRanges(typed)
  const findIn = async (near: typeof ranges, text?: TypedText) =>
    codes.length > 0 ? findCases(scoped, text, { ranges: near, codes, timeZone }, signal) : []
  let cases = await findIn(ranges, typed)
  if (needsCloseNames(typed, cases.length)) {
    const close = await closeRanges(scoped, typed, scope, signal)
    ranges = [...ranges, ...close]
    if (close.length > 0) cases = mergeCases(cases, await findIn(close))
  }
  const incidents = cases.flatMap(({ incidentNumber }) => incidentNumber ?? [])
  const authorizations =
    authorizationCodes.length > 0
      ? await findAuthorizations(scoped, typed, { ranges, codes: authorizationCodes, incidents }, signal)
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
