import { expect, test } from 'vitest'
import { splitRows } from './split-rows.ts'

const kinds = { g: 'group', r: 'row', t: 'total' } as const
const lineOf = (letter: string) => ({ kind: kinds[letter as keyof typeof kinds] })
const written = (lines: readonly { kind: string }[]) => lines.map(({ kind }) => kind.charAt(0)).join('')

test.each([
  ['two rows stand below the headings', 'rrrrr', '', ['rr', 'r'], 'rr'],
  ['sums stand with the two rows above them', 'rrrrtt', '', ['rr'], 'rrtt'],
  ['a group is not torn where a row of it would stand alone', 'grrrt', '', [], 'grrrt'],
  ['one group may end a page, and the next one begins with two rows', 'grrtgrrrr', '', ['grrt', 'grr'], 'rr'],
  ['rows after sums start a new part', 'rrtrrrr', '', ['rrt', 'rr'], 'rr'],
  ['in the middle any row may be the last of a page, but for the last two', 'rrrr', 'r', ['r', 'r'], 'rr'],
  ['sums of a group and those of all stand together', 'rrttt', 'r', [], 'rrttt'],
])('%s: %s', (_sentence, lines, last, pieces, rest) => {
  const found = splitRows(Array.from(lines, lineOf), last ? lineOf(last) : undefined)
  expect([found.pieces.map(written), written(found.rest)]).toEqual([pieces, rest])
})
