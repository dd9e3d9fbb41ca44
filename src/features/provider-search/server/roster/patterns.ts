import { RE2JS } from 're2js'
import { messages } from './roster-messages.ts'

/** What a pattern looks at: no cell that it is meant for is longer. */
const maxTextLength = 2000

/**
 * A function that gives what a group of a pattern finds in a text, empty where it finds nothing: the named group,
 * else the first, else all of the match. Patterns are RE2's, which look at each character of a text a bounded number of
 * times: a malicious mapping cannot stall an import.
 */
export function compilePattern(pattern: string, group?: string): (text: string) => string {
  const compiled = RE2JS.compile(pattern)
  const found = group ?? Math.min(1, compiled.groupCount())
  return (text) => {
    const matcher = compiled.matcher(text.slice(0, maxTextLength))
    return matcher.find() ? (matcher.group(found) ?? '').trim() : ''
  }
}

/** Why a pattern cannot be used, undefined when it can. */
export function findPatternError(pattern: string, group?: string): string | undefined {
  try {
    const names = Object.keys(RE2JS.compile(pattern).namedGroups())
    return group === undefined || names.includes(group) ? undefined : messages.unknownGroup(group, names)
  } catch (error) {
    return messages.invalidPattern((error as Error).message)
  }
}
