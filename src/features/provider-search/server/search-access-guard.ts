import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { findGrantedSearch } from '#clients/server/client-grants.ts'
import type { Config } from '#platform/config/settings.ts'
import { publicClient } from '#platform/contract/analytics-events.ts'
import { type Database, queryRow, type Sql, sql } from '#platform/db/database.ts'
import { Problem, problem } from '#platform/http/problem.ts'
import type { Guard } from '#platform/http/register-endpoint.ts'
import { clientOf, getStaffPrincipal, type StaffPrincipal } from '#sign-in/server/staff-principal.ts'
import { family, unit } from '../contract.ts'
import { messages } from '../messages.ts'
import { searchMessages } from './search-messages.ts'

/** Who can use a search. */
export const access = z.enum(['public', 'restricted-ip', 'signed-in'])

export const networkRow = z.object({
  code: z.string(),
  label: z.string(),
  family,
  showsTaxId: z.boolean(),
  offersEmail: z.boolean(),
})

/** The columns shared by all search definition queries. */
export const definitionRow = z.object({
  key: z.string(),
  code: z.string(),
  name: z.string(),
  title: z.string(),
  access,
  unit,
  isVOB: z.boolean(),
  feedback: z.boolean(),
})

const definition = definitionRow.extend({
  invalidSearch: z.string().nullable(),
  noResults: z.string().nullable(),
  networks: z.array(networkRow),
})
export type Definition = z.infer<typeof definition>

/** The search definition whose URL ends in this key. */
export const findDefinitionByKey = (db: Database, key: string) =>
  findDefinition(db, sql`d.key = ${key}`, 'definition by key')

/** The search definition with this code. */
export const findDefinitionByCode = (db: Database, code: string) =>
  findDefinition(db, sql`d.code = ${code}`, 'definition by code')

function findDefinition(db: Database, condition: Sql, prepared: string): Promise<Definition | undefined> {
  return queryRow(
    db,
    definition,
    sql`
    select d.key, d.code, d.name, d.title, d.access, d.unit, d.is_vob as "isVOB", d.feedback,
           d.invalid_search as "invalidSearch", d.no_results as "noResults",
           coalesce((select json_agg(json_build_object(
                       'code', n.code, 'label', n.label, 'family', n.family,
                       'showsTaxId', n.shows_tax_id, 'offersEmail', n.offers_email) order by o.position)
                       from search_definition_network o
                       join network n on n.code = o.network_code
                      where o.definition_key = d.key), '[]') as networks
      from search_definition d
     where ${condition}`,
    { prepared },
  )
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The search definition that this request may use; null until the guard finds it. */
    searchDefinition: Definition | null
  }
}

/** The search definition that a request was authorized for. */
export function searchDefinitionOf({ searchDefinition }: FastifyRequest): Definition {
  if (!searchDefinition) throw new Error('The request was not authorized for a search definition.')
  return searchDefinition
}

/**
 * Dependencies of the provider search. The staff guard also identifies signed-in users of a public search.
 */
export type SearchDeps = { db: Database; config: Config; staff: Guard }

/** Authorizes a request by the search definition in its path, provider-code header or body. */
export function searchAccessGuard(app: FastifyInstance, { db, config, staff }: SearchDeps): Guard {
  app.decorateRequest('searchDefinition', null)
  return async (request) => {
    const definition = await resolveDefinition(db, request.input ?? {})
    if (definition.access === 'restricted-ip' && !isWithin(config.RESTRICTED_SEARCH_IPS, request.ip)) {
      throw problem(403, messages.accessRestricted)
    }
    const isOpen = definition.access !== 'signed-in'
    if (!isOpen) await staff(request)
    request.searchDefinition = isOpen ? definition : await limitToClient(db, request, definition)
  }
}

async function resolveDefinition(db: Database, input: Record<string, unknown>): Promise<Definition> {
  if (typeof input.key === 'string') return (await findDefinitionByKey(db, input.key)) ?? unknown(404)
  const [code, other] = [input.providerCode, input.providerSearchCode].filter(isCode)
  if (code === undefined) throw problem(400, searchMessages.definitionMissing)
  if (other !== undefined && other !== code) throw problem(400, searchMessages.definitionsDisagree)
  return (await findDefinitionByCode(db, code)) ?? unknown(400)
}

const isCode = (code: unknown): code is string => typeof code === 'string' && code !== ''

function unknown(status: number): never {
  throw problem(status, searchMessages.unknownDefinition)
}

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
  const granted = await findGrantedSearch(db, clientOf(request).id, definition.key)
  if (!granted) throw problem(404, searchMessages.unknownDefinition)
  const networks = definition.networks.filter(({ code }) => granted.networks?.includes(code) ?? true)
  return { ...definition, networks }
}

const isStaffSearch = (request: FastifyRequest) => searchDefinitionOf(request).access === 'signed-in'

/**
 * The name of the client whose staff sent this request, or "Public" for a search that is open to everyone.
 */
export const analyticsClientName = (request: FastifyRequest) =>
  isStaffSearch(request) ? clientOf(request).name : publicClient

/** Finds the signed-in user, even in a public search; returns undefined for a visitor. */
export async function findStaffPrincipal(
  request: FastifyRequest,
  staff: Guard,
): Promise<StaffPrincipal | undefined> {
  if (isStaffSearch(request)) return getStaffPrincipal(request)
  if (request.headers.authorization === undefined) return undefined
  try {
    await staff(request)
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
