import type { Operation, Schema } from './open-api.ts'

/** One line of a call's table: what it is called, where it travels, and what may stand in it. */
export type Field = { name: string; place: string; type: string; required: boolean }

/** Everything a call takes: the parts of its address and its headers first, then its body. */
export function inputsOf({ parameters, requestBody }: Operation): Field[] {
  const named = parameters.map(({ name, in: place, required, schema }) => ({
    name,
    place,
    type: typeOf(schema),
    required,
  }))
  const body = Object.values(requestBody?.content ?? {})[0]?.schema
  return [...named, ...(body ? fieldsOf(body, 'body') : [])]
}

/** Everything a call's answer carries. */
export function outputsOf({ responses }: Operation): Field[] {
  const answer = responses['200']?.content?.['application/json']?.schema
  return answer ? fieldsOf(answer, 'answer') : []
}

/** The fields of an object, those of the objects within it behind their owner's name. */
export function fieldsOf(schema: Schema, place: string, before = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, part]) => {
    const name = `${before}${key}`
    const field = { name, place, type: typeOf(part), required: schema.required?.includes(key) ?? false }
    return [field, ...fieldsWithin(part, place, name)]
  })
}

function fieldsWithin(part: Schema, place: string, name: string): Field[] {
  if (part.items) return fieldsOf(part.items, place, `${name}[].`)
  return fieldsOf(part, place, `${name}.`)
}

/** What may stand in a field, in words. */
export function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' | ')
  if (schema.items) return `list of ${typeOf(schema.items)}`
  if (typeof schema.additionalProperties === 'object') return `map of ${typeOf(schema.additionalProperties)}`
  return `${[schema.type ?? 'anything'].flat().join(' | ')}${limitsOf(schema)}`
}

function limitsOf({ format, maxLength, minimum, maximum }: Schema): string {
  const range = minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : undefined
  const limits = [format, maxLength !== undefined ? `at most ${maxLength}` : undefined, range].filter(Boolean)
  return limits.length > 0 ? ` (${limits.join(', ')})` : ''
}
