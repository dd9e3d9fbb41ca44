import type { FastifyRequest } from 'fastify'
import { messages as platform } from '#platform/messages.ts'
import type { ClientScope } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { messages } from '../messages.ts'

/** The client whose portal somebody looks at, with what of it the database lets this person see. */
export type ViewedClient = {
  id: string
  name: string
  /** The codes whose rows this person may see. */
  codes: ClientScope
  /** Whether this person may decide authorizations of this client. */
  mayDecide: boolean
  /** By the words of the configuration: those that it has are true. */
  features: Readonly<Record<string, boolean>>
  /** The version of the client's configuration. */
  version: string
}

/** Who makes a call of staff, as the database knew it when the call began. */
export type Viewer = {
  sessionId: string
  userId: string
  name: string
  /** The client that the identity provider vouched for. */
  clientId: string
  /** Staff of the provider organisation itself: they view any enabled client that they name. */
  isInternal: boolean
  /** The client viewed: their own, or for internal staff the one that the header `client-id` names, if it does. */
  client: ViewedClient | undefined
  /** What that header says, a client or none. */
  named: string | null
}

const viewers = new WeakMap<FastifyRequest, Viewer>()

/** Keeps who makes this call, once admitted; refuses it (404) where its contract names a feature that their client has not. */
export function admitViewer(request: FastifyRequest, viewer: Viewer) {
  viewers.set(request, viewer)
  const needed = request.routeOptions.config.contract?.features
  if (needed && !hasOneOfEach(clientOf(request).features, needed)) throw problem(404, platform.notFound)
}

/** Whether a client has one feature of each list. */
export const hasOneOfEach = (
  features: ViewedClient['features'],
  needed: readonly (readonly string[])[],
): boolean => needed.every((oneOf) => oneOf.some((feature) => features[feature]))

/** The version of the configuration of the client viewed, where a call is one of staff and about a client. */
export const configurationVersion = (request: FastifyRequest) => viewers.get(request)?.client?.version

/** Who makes this call. */
export function viewerOf(request: FastifyRequest): Viewer {
  const viewer = viewers.get(request)
  if (!viewer) throw new Error('The request was not admitted as one of staff.')
  return viewer
}

/** The client that this call is about. Refuses internal staff who named none (400), or one that there is not (404). */
export function clientOf(request: FastifyRequest): ViewedClient {
  const { client, named } = viewerOf(request)
  if (client) return client
  throw named ? problem(404, messages.unknownClient) : problem(400, messages.clientMissing)
}

/** The client codes whose rows this call may touch, for `withScope`; `only` narrows them, and adds none. */
export function scopeOf(request: FastifyRequest, only?: readonly string[]): ClientScope {
  const { codes } = clientOf(request)
  return only ? (codes.filter((code) => only.includes(code)) as readonly string[] as ClientScope) : codes
}

/** Who waits for the answer of this call, and when nobody does any more: for whatever is done in turns. */
export const customerOf = (request: FastifyRequest) => ({
  person: viewerOf(request).userId,
  abortSignal: request.abortSignal,
})

/** Who makes this call, from where, and under which reference: for `audit`. */
export const callerOf = (request: FastifyRequest) => ({
  actor: viewerOf(request).userId,
  address: request.ip,
  reference: request.id,
})
