import { expect, test } from 'vitest'
import { splitRows } from './split-rows.ts'

const kinds = { g: 'group', r: 'row', t: 'total' } as const
const lineOf = (letter: string) => ({ kind: kinds[letter as keyof typeof kinds] })
const written = (lines: readonly { kind: string }[]) => lines.map(({ kind }) => kind.charAt(0)).join('')

test.each([
  ['at least two rows follow the headings', 'rrrrr', '', ['rr', 'r'], 'rr'],
  ['totals stay with the two rows above them', 'rrrrtt', '', ['rr'], 'rrtt'],
  ['a group is not split if one of its rows would be alone', 'grrrt', '', [], 'grrrt'],
  ['one group may end a page, and the next one begins with two rows', 'grrtgrrrr', '', ['grrt', 'grr'], 'rr'],
  ['rows after totals start a new part', 'rrtrrrr', '', ['rrt', 'rr'], 'rr'],
  ['in mid-table, a page may end after any row if two more rows follow', 'rrrr', 'r', ['r', 'r'], 'rr'],
  ['the totals of a group and of all rows stay together', 'rrttt', 'r', [], 'rrttt'],
])('%s: %s', (_sentence, lines, last, pieces, rest) => {
  const found = splitRows(Array.from(lines, lineOf), last ? lineOf(last) : undefined)
  expect([found.pieces.map(written), written(found.rest)]).toEqual([pieces, rest])
})
