import type { Source } from './source.ts'

/**
 * An architecture rule: the title, the files it applies to, the check, and a fixture with one violation that the
 * check must detect.
 */
export type Rule = {
  title: string
  appliesTo: (source: Source) => boolean
  /** Lists violations as `line: description`. */
  violations: (source: Source) => string[]
  fixture: Source
}

/** Creates a check that reports each line that matches a pattern. */
export function findMatches(pattern: RegExp): Rule['violations'] {
  return ({ text }) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${index + 1}: ${line.trim()}`] : []))
}
