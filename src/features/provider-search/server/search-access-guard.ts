import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { findGrantedSearch } from '#clients/server/client-grants.ts'
import { shareLoads } from '#platform/concurrency/load-once.ts'
import type { Config } from '#platform/config/settings.ts'
import { publicClient } from '#platform/contract/analytics-events.ts'
import type { Database } from '#platform/db/database.ts'
import { Problem, problem } from '#platform/http/problem.ts'
import type { Guard } from '#platform/http/register-endpoint.ts'
import { getClient, getStaffPrincipal, type StaffPrincipal } from '#sign-in/server/staff-principal.ts'
import { messages } from '../messages.ts'
import { type Definition, findDefinitionByCode, findDefinitionByKey } from './search-definitions.ts'
import { searchMessages } from './search-messages.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The search definition that this request may use; null until the guard finds it. */
    searchDefinition: Definition | null
  }
}

/** The search definition that a request was authorized for. */
export function getSearchDefinition({ searchDefinition }: FastifyRequest): Definition {
  if (!searchDefinition) throw new Error('The request was not authorized for a search definition.')
  return searchDefinition
}

/**
 * Dependencies of the provider search. The staff guard also identifies signed-in users of a public search.
 */
export type SearchDeps = { db: Database; config: Config; staffGuard: Guard }

/** Authorizes a request by the search definition in its path, provider-code header or body. */
export function searchAccessGuard(app: FastifyInstance, { db, config, staffGuard }: SearchDeps): Guard {
  app.decorateRequest('searchDefinition', null)
  // Not cached: requests during a read share the next one, so each has the current version of the directory.
  const findDefinition = shareLoads((code) => findDefinitionByCode(db, code))
  return async (request) => {
    const { key, ...input } = request.input ?? {}
    const definition =
      typeof key === 'string' ? await findDefinitionByKey(db, key) : await findDefinition(readCode(input))
    if (!definition) throw problem(typeof key === 'string' ? 404 : 400, searchMessages.unknownDefinition)
    if (definition.access === 'restricted-ip' && !isWithin(config.RESTRICTED_SEARCH_IPS, request.ip)) {
      throw problem(403, messages.accessRestricted, {}, { refusal: { reason: 'address not allowed' } })
    }
    const isOpen = definition.access !== 'signed-in'
    if (!isOpen) await staffGuard(request)
    request.searchDefinition = isOpen ? definition : await limitToClient(db, request, definition)
  }
}

/** The code of the search definition that a request names. */
function readCode(input: Record<string, unknown>): string {
  const [code, other] = [input.providerCode, input.providerSearchCode].filter(isCode)
  if (code === undefined) throw problem(400, searchMessages.definitionMissing)
  if (other !== undefined && other !== code) throw problem(400, searchMessages.definitionsDisagree)
  return code
}

const isCode = (code: unknown): code is string => typeof code === 'string' && code !== ''

/** Whether an IP address matches one of these addresses or CIDR ranges; IPv4-mapped IPv6 counts as IPv4. */
function isWithin(ranges: readonly string[], address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const visitor = ipaddr.process(address)
  return ranges.some((range) => {
    const [network, bits] = range.includes('/') ? ipaddr.parseCIDR(range) : wholeAddress(range)
    return network.kind() === visitor.kind() && visitor.match(network as ipaddr.IPv4, bits)
  })
}

function wholeAddress(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/**
 * Limits staff to the searches and networks of their current client; responds with 404 for any other search.
 */
async function limitToClient(db: Database, request: FastifyRequest, definition: Definition) {
  const granted = await findGrantedSearch(db, getClient(request).id, definition.key)
  if (!granted) throw problem(404, searchMessages.unknownDefinition)
  const networks = definition.networks.filter(({ code }) => granted.networks?.includes(code) ?? true)
  return { ...definition, networks }
}

const isStaffSearch = (request: FastifyRequest) => getSearchDefinition(request).access === 'signed-in'

/**
 * The name of the client whose staff sent this request, or "Public" for a search that is open to everyone.
 */
export const analyticsClientName = (request: FastifyRequest) =>
  isStaffSearch(request) ? getClient(request).name : publicClient

/** Finds the signed-in user, even in a public search; returns undefined for a visitor. */
export async function findStaffPrincipal(
  request: FastifyRequest,
  staffGuard: Guard,
): Promise<StaffPrincipal | undefined> {
  if (isStaffSearch(request)) return getStaffPrincipal(request)
  if (request.headers.authorization === undefined) return undefined
  try {
    await staffGuard(request)
    return getStaffPrincipal(request)
  } catch (error) {
    if (error instanceof Problem && error.status === 401) return undefined
    throw error
  }
}

/** The actor to record in the audit trail, with the client if the user is working for one. */
export const auditActor = (
  request: FastifyRequest,
  principal = isStaffSearch(request) ? getStaffPrincipal(request) : undefined,
) => ({
  actor: principal?.userId ?? 'visitor',
  ...(principal?.client ? { detail: { client: principal.client.id } } : {}),
  address: request.ip,
  reference: request.id,
})
