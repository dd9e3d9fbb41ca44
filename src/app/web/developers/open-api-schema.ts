import { z } from 'zod'
import { scimMediaType } from '#platform/contract/endpoint.ts'
import type { messages } from './messages.ts'

export type Call = { path: string; method: string; operation: Operation }

/** An endpoint belongs to the first area whose pattern matches its path. */
const patterns: Readonly<Record<keyof typeof messages.areas, RegExp>> = {
  search:
    /^\/api\/(_gc|places|info|provider-search-detail|countries|states|cities|suggestions|directory-figures|providertypes|providers|captcha|sendfeedback|emailProviders)\b/,
  vob: /VOB/,
  cases:
    /^\/api\/(patients|currentActivity|recentcases|case|medicalrecords?|casedocuments?|casesummary|casetimeline|casefeed|casenote|notes)\b/,
  billing: /^\/api\/(bills|billimage|repricinginvoice)\b/,
  authorizations: /^\/api\/itn\b/,
  feed: /^\/api\/backoffice\b/,
  reports: /^\/api\/reports\b/,
  members: /^\/api\/clientmember\b/i,
  clients:
    /^\/api\/(clientconfiguration|autocomplete|client-home-page|account-manager-picture|selector-searches)\b/,
  sessions: /^\/api\/(session|tickets)\b/,
  scim: /^\/scim\//,
  other: /./,
}

const areas = Object.keys(patterns) as (keyof typeof patterns)[]

/** Groups endpoints by area and sorts them by path; filters by a word if given. */
export function groupEndpoints({ paths }: OpenApi, word = '') {
  const calls = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
    .filter((call) =>
      `${call.method} ${call.path} ${call.operation.summary}`
        .toLowerCase()
        .includes(word.trim().toLowerCase()),
    )
    .sort((one, other) => one.path.localeCompare(other.path))
  return areas
    .map((area) => ({
      area,
      calls: calls.filter(({ path }) => area === areas.find((each) => patterns[each].test(path))),
    }))
    .filter(({ calls }) => calls.length > 0)
}

/** The first words of a summary, used as the title. */
export const endpointTitle = ({ operation: { summary }, path }: Call): string =>
  summary.split(/[.,;:]\s|[.,;:]$/)[0] || path

/** The subset of JSON Schema that the contracts use. */
export type Schema = {
  type?: string | string[] | undefined
  description?: string | undefined
  enum?: unknown[] | undefined
  const?: unknown
  format?: string | undefined
  maxLength?: number | undefined
  minimum?: number | undefined
  maximum?: number | undefined
  required?: string[] | undefined
  properties?: Record<string, Schema> | undefined
  items?: Schema | undefined
  anyOf?: Schema[] | undefined
  additionalProperties?: Schema | boolean | undefined
}

const schema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    description: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    format: z.string().optional(),
    maxLength: z.number().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    required: z.array(z.string()).optional(),
    properties: z.record(z.string(), schema).optional(),
    items: schema.optional(),
    anyOf: z.array(schema).optional(),
    additionalProperties: z.union([z.boolean(), schema]).optional(),
  }),
)

const content = z.record(z.string(), z.object({ schema: schema.optional() })).optional()

const operation = z.object({
  summary: z.string().default(''),
  tags: z.array(z.string()).default([]),
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), required: z.boolean().default(false), schema }))
    .default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string().optional(), content })).default({}),
})
export type Operation = z.infer<typeof operation>

/** The parts of an OpenAPI 3.1 description that the page shows. */
export const openApi = z.object({
  info: z.object({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
})
export type OpenApi = z.infer<typeof openApi>

/** A row in the table of an endpoint's fields. */
export type Field = { name: string; location: string; type: string; required: boolean }

/** Returns the inputs of an endpoint: path parameters and headers first, then the fields of the body. */
export function inputFields({ parameters, requestBody }: Operation): Field[] {
  const named = parameters.map(({ name, in: location, required, schema }) => ({
    name,
    location,
    type: typeName(schema),
    required,
  }))
  const body = Object.values(requestBody?.content ?? {})[0]?.schema
  return [...named, ...(body ? schemaFields(body, 'body') : [])]
}

/** Returns the schema of a successful response in JSON. */
export function responseSchema({ responses }: Operation): Schema | undefined {
  const { content } = responses['200'] ?? responses['201'] ?? {}
  return (content?.['application/json'] ?? content?.[scimMediaType])?.schema
}

/** Returns the fields of a successful response. */
export function outputFields(operation: Operation): Field[] {
  const schema = responseSchema(operation)
  return schema ? schemaFields(schema, 'answer') : []
}

/** Returns the fields of an object. The names of nested fields are prefixed with the name of their parent. */
export function schemaFields(schema: Schema, location: string, before = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, part]) => {
    const name = `${before}${key}`
    const field = { name, location, type: typeName(part), required: schema.required?.includes(key) ?? false }
    return [field, ...fieldsWithin(part, location, name)]
  })
}

function fieldsWithin(part: Schema, location: string, name: string): Field[] {
  if (part.items) return schemaFields(part.items, location, `${name}[].`)
  return schemaFields(part, location, `${name}.`)
}

/** Describes the type of a field. */
export function typeName(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeName))].join(' | ')
  if (schema.items) return `list of ${typeName(schema.items)}`
  if (typeof schema.additionalProperties === 'object')
    return `map of ${typeName(schema.additionalProperties)}`
  return `${[schema.type ?? 'anything'].flat().join(' | ')}${describeLimits(schema)}`
}

function describeLimits({ format, maxLength, minimum, maximum }: Schema): string {
  const range = minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : undefined
  const limits = [format, maxLength !== undefined ? `at most ${maxLength}` : undefined, range].filter(Boolean)
  return limits.length > 0 ? ` (${limits.join(', ')})` : ''
}
