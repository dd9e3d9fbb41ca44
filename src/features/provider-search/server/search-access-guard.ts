import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { Guard } from '#platform/server/register-endpoint.ts'
import type { Config } from '#platform/server/settings.ts'
import { messages } from '../messages.ts'
import { type Definition, findDefinitionByCode, findDefinitionByKey } from './definitions.ts'
import { searchMessages } from './search-messages.ts'

const authorized = new WeakMap<FastifyRequest, Definition>()

/** The search definition that a request was authorized for. */
export function searchDefinitionOf(request: FastifyRequest): Definition {
  const definition = authorized.get(request)
  if (!definition) throw new Error('The request was not admitted by a search definition.')
  return definition
}

/**
 * Authorizes a search that requires sign-in and limits it to the client's networks; throws an error if access
 * is denied.
 */
export type AuthorizeSignedIn = (definition: Definition, request: FastifyRequest) => Promise<Definition>

/** Authorizes a request by the search definition in its path, provider-code header or body. */
export function searchAccessGuard(
  db: Database,
  { RESTRICTED_SEARCH_IPS }: Pick<Config, 'RESTRICTED_SEARCH_IPS'>,
  authorizeSignedIn: AuthorizeSignedIn,
): Guard {
  return async (input, request) => {
    const definition = await findDefinition(db, input)
    if (definition.access === 'restricted-ip' && !isWithin(RESTRICTED_SEARCH_IPS, request.ip)) {
      throw problem(403, messages.accessRestricted)
    }
    const isOpen = definition.access !== 'signed-in'
    authorized.set(request, isOpen ? definition : await authorizeSignedIn(definition, request))
  }
}

async function findDefinition(db: Database, input: Record<string, unknown>): Promise<Definition> {
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
export function isWithin(ranges: readonly string[], address: string): boolean {
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
