import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type Endpoint, headerName, inputLocation } from '../contract/endpoint.ts'
import { problem } from './problem.ts'
import { problemMessages } from './problem-messages.ts'

/** The request values that the contract names; all others are dropped. */
export function gatherInput(
  contract: Endpoint,
  keys: string[],
  request: FastifyRequest,
): Record<string, unknown> {
  const rest = (contract.method === 'GET' ? request.query : request.body) as Record<string, unknown> | null
  if (typeof (rest ?? {}) !== 'object' || Array.isArray(rest)) throw problem(400, problemMessages.badRequest)
  const input: Record<string, unknown> = {}
  for (const key of keys) {
    const place = inputLocation(contract, key)
    if (place === 'path') input[key] = (request.params as Record<string, string>)[key]
    else if (place === 'header') input[key] = request.headers[headerName(contract, key) ?? '']
    else if (rest && Object.hasOwn(rest, key)) input[key] = rest[key]
  }
  return input
}

/** Parses the values; throws 400 with the faults of all fields. */
export function parseInput<Request extends z.ZodObject>(
  schema: Request,
  sent: Record<string, unknown>,
): z.output<Request> {
  const result = schema.safeParse(sent, { error: describeIssue })
  if (result.success) return result.data
  const { issues } = result.error
  const faults = firstOfEachField(
    issues.map(({ path, message }) => ({ field: path.join('.'), fault: message })),
  )
  const details = faults.map(({ field, fault }) => `${field}: ${fault}`)
  throw problem(400, [problemMessages.badRequest, ...details].join(' '), { faults })
}

type Fault = { field: string; fault: string }

/** The first fault of each field: a list in place of a text, for example, is not also too short. */
const firstOfEachField = (faults: Fault[]) =>
  [...new Map(faults.toReversed().map((fault) => [fault.field, fault])).values()].toReversed()

const text = problemMessages.requestFaults

/** The error map of every request: provides the message if the schema has none. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return text.missing
  switch (issue.code) {
    case 'invalid_type':
      return text.types[issue.expected] ?? text.invalid
    case 'invalid_value':
      return text.oneOf(issue.values.map(String))
    case 'too_big':
      return tooBig(issue.origin, String(issue.maximum))
    case 'too_small':
      return tooSmall(issue.origin, String(issue.minimum))
    default:
      return text.invalid
  }
}

function tooBig(origin: string, most: string): string {
  if (origin === 'string') return text.shorter(most)
  return origin === 'array' || origin === 'set' ? text.fewer(most) : text.atMost(most)
}

function tooSmall(origin: string, least: string): string {
  const counts = origin === 'string' || origin === 'array' || origin === 'set'
  if (counts && least === '1') return text.empty
  if (origin === 'string') return text.longer(least)
  return counts ? text.more(least) : text.atLeast(least)
}
