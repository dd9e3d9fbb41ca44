import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Requester } from '#platform/concurrency/fair-queue.ts'
import { type ClientScope, type Database, queryRow, sql } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { messages as platform } from '#platform/messages.ts'
import { readingLimitReason } from '../contract.ts'
import { messages } from '../messages.ts'

/** The current client and what this person can see of it. */
export type CurrentClient = {
  id: string
  name: string
  /** The codes whose rows this person can see. */
  codes: ClientScope
  /** Whether this person can make decisions on authorizations of this client. */
  mayDecide: boolean
  /** How long a person who sees only some codes can open a case outside them in an emergency; null if never. */
  emergencyMinutes: number | null
  /** Feature flags, named as in the configuration. */
  features: Readonly<Record<string, boolean>>
  /** The version of the client's configuration for this person. */
  version: string
}

/** The staff member who makes a request, as read from the database when the request began. */
export type StaffPrincipal = {
  sessionId: string
  userId: string
  name: string
  /** The ID of the client asserted by the identity provider. */
  ownClientId: string
  /** Whether the person is staff of the provider organization, who can view any enabled client. */
  isInternal: boolean
  /** Whether the person exceeded the reading limit and has to confirm it before they read on. */
  isReadingPaused: boolean
  /** Whether the person sees only some client codes. */
  isNarrowed: boolean
  /** Whether the person may change the passwords of member accounts; never if they see only some client codes. */
  managesMembers: boolean
  /** The current client: their own, or for internal staff the one in the header `client-id`, if present. */
  client: CurrentClient | undefined
  /** The value of the header `client-id`, or the client of the ticket, whether or not it exists; null without one. */
  requestedClientId: string | null
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated staff member; null until a guard finds one. Read it with `getStaffPrincipal`. */
    staffPrincipal: StaffPrincipal | null
  }
}

/** Throws 404 if the endpoint requires a feature that the current client lacks. */
export function requireFeatures(request: FastifyRequest) {
  const needed = request.routeOptions.config.contract?.features
  if (needed && !hasRequiredFeatures(getClient(request).features, needed))
    throw problem(404, platform.notFound)
}

/** Whether a client has at least one feature from each list. */
export const hasRequiredFeatures = (
  features: CurrentClient['features'],
  needed: readonly (readonly string[])[],
): boolean => needed.every((oneOf) => oneOf.some((feature) => features[feature]))

/** The configuration version of the current client, for staff requests about a client. */
export const configurationVersion = ({ staffPrincipal }: FastifyRequest) => staffPrincipal?.client?.version

/** The authenticated staff member of this request. */
export function getStaffPrincipal({ staffPrincipal }: FastifyRequest): StaffPrincipal {
  if (!staffPrincipal) throw new Error('The request has no authenticated staff member.')
  return staffPrincipal
}

/** The current client of this request. Rejects internal staff who requested none (400) or an unknown one (404). */
export function getClient(request: FastifyRequest): CurrentClient {
  const { client, requestedClientId } = getStaffPrincipal(request)
  if (client) return client
  throw requestedClientId ? problem(404, messages.unknownClient) : problem(400, messages.clientMissing)
}

/** Throws 429 if the person exceeded the reading limit and has not confirmed it. */
export function rejectPausedReading(request: FastifyRequest) {
  if (getStaffPrincipal(request).isReadingPaused)
    throw problem(429, messages.readingLimit.refused, { reason: readingLimitReason })
}

/** The client codes this request can access, for `withScope`; `only` narrows them but never adds any. */
export function getScope(request: FastifyRequest, only?: readonly string[]): ClientScope {
  rejectPausedReading(request)
  const { codes } = getClient(request)
  return only ? clientScope.parse(codes.filter((code) => only.includes(code))) : codes
}

/** The requester and abort signal of this request, for fair queues. */
export const getRequester = (request: FastifyRequest): Requester => ({
  key: getStaffPrincipal(request).userId,
  abortSignal: request.abortSignal,
})

/** The person, address and reference of this request, for `audit`. */
export const getCaller = (request: FastifyRequest) => ({
  actor: getStaffPrincipal(request).userId,
  address: request.ip,
  reference: request.id,
})

/** Client codes that the database has granted. Only sign-in may use it. */
export const clientScope = z.array(z.string()).transform((codes) => codes as readonly string[] as ClientScope)

/** The scope of a whole client, for members and in an emergency: all of its codes; none if the client is closed. */
export async function findClientScope(db: Database, clientId: string): Promise<ClientScope> {
  const found = await queryRow(
    db,
    z.object({ codes: clientScope }),
    sql`
    select coalesce(json_agg(k.code order by k.position), '[]') as codes
      from client_code k
      join client c on c.id = k.client_id and c.enabled
     where c.id = ${clientId}`,
  )
  return found?.codes ?? clientScope.parse([])
}

/** The scope of an export: all codes of a client, closed or not; undefined if there is no such client. */
export async function findExportScope(db: Database, clientId: string): Promise<ClientScope | undefined> {
  const found = await queryRow(
    db,
    z.object({ codes: clientScope }),
    sql`
    select array(select k.code from client_code k where k.client_id = c.id order by k.position) as codes
      from client c
     where c.id = ${clientId}`,
  )
  return found?.codes
}
