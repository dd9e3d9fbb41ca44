import type { Source } from './source.ts'

/**
 * An architecture rule: its sentence, the files it applies to, its check, and one violation that the check
 * must detect.
 */
export type Rule = {
  sentence: string
  holdsIn: (source: Source) => boolean
  /** Each violation, as `line: what is wrong`. */
  offences: (source: Source) => string[]
  planted: Source
}

/** Every match of a pattern in a source, line by line. */
export function occurrences(pattern: RegExp): Rule['offences'] {
  return ({ text }) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${index + 1}: ${line.trim()}`] : []))
}
