import { RE2JS } from 're2js'
import { messages } from './roster-messages.ts'

/** Patterns read at most this many characters of a cell. */
const maxTextLength = 2000

/**
 * Compiles a pattern into a function that returns the matched group: the named one, otherwise the first,
 * otherwise the whole match; empty if nothing matches. RE2 matches in linear time, so a malicious mapping
 * cannot stall an import.
 */
export function compilePattern(pattern: string, group?: string): (text: string) => string {
  const compiled = RE2JS.compile(pattern)
  const found = group ?? Math.min(1, compiled.groupCount())
  return (text) => {
    const matcher = compiled.matcher(text.slice(0, maxTextLength))
    return matcher.find() ? (matcher.group(found) ?? '').trim() : ''
  }
}

/** Explains why a pattern cannot be used; undefined if it can. */
export function findPatternError(pattern: string, group?: string): string | undefined {
  try {
    const names = Object.keys(RE2JS.compile(pattern).namedGroups())
    return group === undefined || names.includes(group) ? undefined : messages.unknownGroup(group, names)
  } catch (error) {
    return messages.invalidPattern((error as Error).message)
  }
}
