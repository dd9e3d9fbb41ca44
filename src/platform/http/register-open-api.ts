import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { z } from 'zod'
import {
  type Endpoint,
  getMediaTypes,
  headerName,
  type InputLocation,
  inputLocation,
  isScim,
  jsonMediaType,
} from '../contract/endpoint.ts'
import { problemBody } from '../contract/problem.ts'
import { formTicket } from '../contract/value-schemas.ts'

type JsonSchema = { properties?: Record<string, unknown>; required?: string[] } & Record<string, unknown>

/** The JSON schemas of a route for OpenAPI 3.1; the contract itself validates requests. */
function routeSchema(contract: Endpoint): FastifySchema {
  const request = toJsonSchema(withTicket(contract), 'input')
  const part = (place: InputLocation) => inputSchema(contract, request, place)
  return {
    operationId: operationId(contract),
    summary: contract.summary,
    tags: [contract.access],
    ...(contract.hasSensitiveUrl && { deprecated: true }),
    ...(contract.form && { consumes: ['application/x-www-form-urlencoded'] }),
    ...(part('path') && { params: part('path') }),
    ...(part('query') && { querystring: part('query') }),
    ...(part('header') && { headers: part('header') }),
    ...(part('body') && { body: part('body') }),
    response: {
      [contract.status ?? 200]: { description: 'Done', ...createResponses(contract) },
      default: isScim(contract.path)
        ? {
            description: 'An error (RFC 7644, section 3.12)',
            content: { [jsonMediaType(contract)]: scimError },
          }
        : {
            description: 'A problem (RFC 9457)',
            content: { 'application/problem+json': { schema: toJsonSchema(problemBody(), 'output') } },
          },
    },
  } as FastifySchema
}

/** The request with the ticket of a form of staff, which the guard reads. */
const withTicket = ({ form, access, request }: Endpoint) =>
  form && access === 'staff' ? request.extend({ Token: formTicket }) : request

function createResponses(contract: Endpoint) {
  const { response, status, path } = contract
  if (status === 204) return {}
  const types = getMediaTypes(response)
  // As sent: a field with a default may be missing.
  if (!types && isScim(path))
    return { content: { [jsonMediaType(contract)]: { schema: toJsonSchema(response, 'input') } } }
  if (!types) return toJsonSchema(response, 'input')
  const schema = { type: 'string', format: 'binary' }
  return { content: Object.fromEntries(types.map((type) => [type, { schema }])) }
}

/** The operation id of an endpoint: `GET /api/states/{countryId}` is getStatesByCountryId. */
function operationId({ method, path }: Endpoint): string {
  const words = path.replace('/api/', '').replaceAll('{', 'By/').split(/\W|_/).filter(Boolean)
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

const scimError = {
  schema: {
    type: 'object',
    properties: {
      schemas: { type: 'array', items: { type: 'string' } },
      status: { type: 'string' },
      scimType: { type: 'string' },
      detail: { type: 'string' },
    },
    required: ['schemas', 'status', 'detail'],
  },
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

function inputSchema(contract: Endpoint, request: JsonSchema, place: InputLocation): JsonSchema | undefined {
  const chosen = Object.entries(request.properties ?? {}).filter(
    ([key]) => inputLocation(contract, key) === place,
  )
  if (chosen.length === 0) return undefined
  const getName = (key: string) => (place === 'header' ? (headerName(contract, key) ?? key) : key)
  return {
    type: 'object',
    properties: Object.fromEntries(chosen.map(([key, schema]) => [getName(key), schema])),
    required: (request.required ?? []).filter((key) => inputLocation(contract, key) === place).map(getName),
  }
}

/**
 * Serves the OpenAPI 3.1 description of every endpoint at /api/openapi.json. The first request creates the JSON schemas:
 * creating them for all routes would be most of the work of a starting server.
 */
export async function registerOpenApi(app: FastifyInstance, title: string) {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title, version: '1' } },
    transform: ({ schema, url, route }) => {
      const contract = route.config?.contract
      return { schema: contract ? routeSchema(contract) : schema, url }
    },
  })
  app.get('/api/openapi.json', { schema: { hide: true }, config: { open: true } }, async () => app.swagger())
}
