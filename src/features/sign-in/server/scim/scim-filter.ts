import { type Filter, parse } from 'scim2-parse-filter'
import { problem } from '#platform/http/problem.ts'
import { scimUrns } from '../../scim-resource-contract.ts'
import { scimMessages } from './scim-messages.ts'

/** An attribute in lowercase without the URN of its schema, such as `name.givenname`, that has to equal a value. */
export type Condition = { attribute: string; value: string | number | boolean | null }

const maxLength = 500
const ownUrns = [scimUrns.user, scimUrns.group].map((urn) => `${urn.toLowerCase()}:`)

/** Reads a filter of comparisons with `eq` that are joined with `and`. Throws 400 for any other one. */
export function parseFilter(text: string): Condition[] {
  const conditions = listConditions(parseText(text))
  if (!conditions) throw refuse('invalidFilter')
  return conditions
}

function listConditions(filter: Filter | undefined): Condition[] | undefined {
  if (filter?.op === 'eq')
    return [{ attribute: normalizeAttribute(filter.attrPath), value: filter.compValue }]
  if (filter?.op === '[]') return listEmailConditions(filter)
  if (filter?.op !== 'and') return undefined
  const parts = filter.filters.map(listConditions)
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined
}

/** Every condition in the brackets counts: leaving one out would find everybody. */
function listEmailConditions({ attrPath, valFilter }: Filter & { op: '[]' }): Condition[] | undefined {
  if (normalizeAttribute(attrPath) !== 'emails') return undefined
  return listConditions(valFilter)?.map(({ attribute, value }) => ({
    attribute: `emails.${attribute}`,
    value,
  }))
}

export type Path = {
  /** The attribute and, after a dot, its part. */
  attribute: string
  /** The condition in brackets. */
  condition?: Condition | undefined
}

/** Reads the path of a PATCH operation: `name.givenName`, `emails[type eq "work"].value`. Throws 400 for others. */
export function parsePath(text: string): Path {
  const filter = parseText(text.trim().endsWith(']') ? text : `${text} pr`)
  const [chosen, rest] = filter?.op === 'and' ? filter.filters : [filter, undefined]
  if (chosen?.op === 'pr' && filter?.op === 'pr') return { attribute: normalizeAttribute(chosen.attrPath) }
  const conditions = chosen?.op === '[]' ? listConditions(chosen.valFilter) : undefined
  if (chosen?.op !== '[]' || conditions?.length !== 1) throw refuse('invalidPath')
  const [condition] = conditions
  if (!rest) return { attribute: normalizeAttribute(chosen.attrPath), condition }
  if (rest.op !== 'pr') throw refuse('invalidPath')
  return { attribute: normalizeAttribute(rest.attrPath), condition }
}

/** The parser takes exponential time for an open quote before line breaks, so control characters are refused first. */
function parseText(text: string): Filter | undefined {
  if (text.length > maxLength || !text.isWellFormed() || /\p{Cc}/u.test(text)) return undefined
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

/** Attribute names ignore case (RFC 7643, section 2.1). */
export function normalizeAttribute(name: string): string {
  const lower = name.toLowerCase()
  const urn = ownUrns.find((each) => lower.startsWith(each))
  return urn ? lower.slice(urn.length) : lower
}

/** A 400 with the type of the error (RFC 7644, section 3.12). */
export const refuse = (scimType: 'invalidFilter' | 'invalidPath') =>
  problem(400, scimMessages[scimType], { scimType })
