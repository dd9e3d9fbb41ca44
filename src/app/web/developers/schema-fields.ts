import type { Operation, Schema } from './open-api.ts'

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

/** Returns the fields of a successful response. */
export function outputFields({ responses }: Operation): Field[] {
  const answer = responses['200']?.content?.['application/json']?.schema
  return answer ? schemaFields(answer, 'answer') : []
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
