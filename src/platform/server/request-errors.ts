import type { z } from 'zod'
import { problemMessages } from './problem-messages.ts'

const words = problemMessages.requestFaults

/** The error map of every request: provides the message if the schema has none. */
export function inWords(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return words.missing
  switch (issue.code) {
    case 'invalid_type':
      return words.types[issue.expected] ?? words.invalid
    case 'invalid_value':
      return words.oneOf(issue.values.map(String))
    case 'too_big':
      return tooBig(issue.origin, String(issue.maximum))
    case 'too_small':
      return tooSmall(issue.origin, String(issue.minimum))
    default:
      return words.invalid
  }
}

function tooBig(origin: string, most: string): string {
  if (origin === 'string') return words.shorter(most)
  return origin === 'array' || origin === 'set' ? words.fewer(most) : words.atMost(most)
}

function tooSmall(origin: string, least: string): string {
  const counts = origin === 'string' || origin === 'array' || origin === 'set'
  if (counts && least === '1') return words.empty
  if (origin === 'string') return words.longer(least)
  return counts ? words.more(least) : words.atLeast(least)
}
