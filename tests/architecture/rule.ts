import type { Source } from './source.ts'

/**
 * An architecture rule: the title, the files it applies to, the check, and a fixture with one violation that the
 * check must detect.
 */
export type Rule = {
  title: string
  appliesTo: (source: Source) => boolean
  /** The files and folders among these where violations are meant to be. */
  exceptions?: readonly string[]
  /** Lists violations as `line: description`. */
  violations: (source: Source) => string[]
  fixture: Source
}

/** Creates a check that reports each match of a pattern, by the line where it begins. Matches can span lines. */
export function findMatches(pattern: RegExp): Rule['violations'] {
  const everywhere = new RegExp(pattern, [...new Set(`${pattern.flags}gm`)].join(''))
  return ({ text }) => {
    const lines = text.split('\n')
    const found = [...text.matchAll(everywhere)].map(
      ({ index, 0: match }) => text.slice(0, index + match.search(/\S|$/)).split('\n').length,
    )
    return [...new Set(found)].map((line) => `${line}: ${lines[line - 1]?.trim()}`)
  }
}
