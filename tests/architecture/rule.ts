import type { Source } from './source.ts'

/** A law of the house: a sentence, where it holds, what breaks it, and one offence planted to prove that it bites. */
export type Rule = {
  sentence: string
  holdsIn: (source: Source) => boolean
  /** Each offence, as `line: what is wrong`. */
  offences: (source: Source) => string[]
  planted: Source
}

/** Where a pattern occurs in a source, line by line. */
export function occurrences(pattern: RegExp): Rule['offences'] {
  return ({ text }) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${index + 1}: ${line.trim()}`] : []))
}
