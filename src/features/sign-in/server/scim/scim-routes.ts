import type { FastifyInstance } from 'fastify'
import { jsonMediaType, scimMediaType } from '#platform/contract/endpoint.ts'
import { problem } from '#platform/http/problem.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import {
  createScimUser,
  getScimConfiguration,
  getScimResourceType,
  getScimSchema,
  listScimResourceTypes,
  listScimSchemas,
  replaceScimGroup,
} from '../../scim-contract.ts'
import { scimLimits } from '../../scim-resource-contract.ts'
import { groupRoutes } from './group-routes.ts'
import { createScimQueue, requireScimCaller, type ScimDeps } from './require-scim-caller.ts'
import { scimMessages } from './scim-messages.ts'
import { createList } from './scim-response.ts'
import { resourceTypes, schemas, serviceProviderConfig } from './scim-schemas.ts'
import { userRoutes } from './user-routes.ts'

/** SCIM 2.0: identity providers send people and their rights. Media types and bodies are read as only SCIM needs it. */
export const scimRoutes = (app: FastifyInstance, given: Pick<ScimDeps, 'db' | 'config'>) =>
  app.register(async (scim) => {
    const deps = { ...given, enqueue: createScimQueue() }
    readScimBodies(scim)
    discoveryRoutes(scim, deps)
    userRoutes(scim, deps)
    groupRoutes(scim, deps)
  })

function readScimBodies(scim: FastifyInstance) {
  const parseJson = scim.getDefaultJsonParser('error', 'error')
  scim.removeContentTypeParser(['application/json', 'text/plain'])
  scim.addContentTypeParser(
    [scimMediaType, 'application/json'],
    { parseAs: 'string', bodyLimit: scimLimits.bodyBytes },
    // Okta sends an empty body with DELETE.
    (request, body, done) =>
      body === '' && request.method === 'DELETE' ? done(null) : parseJson(request, String(body), done),
  )
  scim.addHook('preValidation', async (request) => {
    request.body = restoreNames(request.body)
  })
  scim.addHook('onSend', async ({ routeOptions: { config } }, reply) => {
    if (config.contract && reply.statusCode < 300 && reply.statusCode !== 204)
      reply.type(`${jsonMediaType(config.contract)}; charset=utf-8`)
  })
}

/** The names of the top level as the contracts write them: SCIM ignores their case. */
const names: ReadonlyMap<string, string> = new Map(
  [createScimUser.request, replaceScimGroup.request]
    .flatMap(({ shape }) => [...Object.keys(shape), 'Operations'])
    .map((name) => [name.toLowerCase(), name]),
)

/** Gives attributes their usual names, and drops the ID of the body: the one in the address counts. */
function restoreNames(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [names.get(name.toLowerCase()) ?? name, value]),
  )
}

function discoveryRoutes(scim: FastifyInstance, deps: ScimDeps) {
  registerEndpoint(scim, getScimConfiguration, async (_input, request) =>
    serviceProviderConfig((await requireScimCaller(request, deps)).origin),
  )
  registerEndpoint(scim, listScimResourceTypes, async (_input, request) =>
    createList(resourceTypes((await requireScimCaller(request, deps)).origin)),
  )
  registerEndpoint(scim, getScimResourceType, async ({ id }, request) =>
    findById(resourceTypes((await requireScimCaller(request, deps)).origin), id),
  )
  registerEndpoint(scim, listScimSchemas, async (_input, request) =>
    createList(schemas((await requireScimCaller(request, deps)).origin)),
  )
  registerEndpoint(scim, getScimSchema, async ({ id }, request) =>
    findById(schemas((await requireScimCaller(request, deps)).origin), id),
  )
}

function findById<Resource extends { id: string }>(resources: readonly Resource[], id: string): Resource {
  const found = resources.find((each) => each.id.toLowerCase() === id.toLowerCase())
  if (!found) throw problem(404, scimMessages.notFound)
  return found
}
