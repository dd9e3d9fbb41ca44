import { widthOfText } from './fitting.ts'

/** A column: its share of the width, whether it has numbers, and whether its words are kept whole as numbers are. */
export type Column = { share: number; isNumber?: boolean; isWhole?: boolean }

const smallest = 5.5
const sizes = [8.5, 7.5, 6.5, smallest]
/** In em: what a column has at least, how much a whole word may ask for, and what it has beyond its letters. */
const [least, most, air] = [6, 20, 0.01]

/**
 * The type size of a table (points) and how wide its columns are: by their shares, but wide enough for figures and
 * whatever else is kept whole; smaller type where there is no room for that.
 */
export function columnWidths(
  columns: readonly Column[],
  lines: readonly (readonly string[])[],
  room: number,
): { size: number; widths: number[] } {
  const needs = columns.map((column, at) => emsFor(column, lines, at))
  const allNeeds = needs.reduce((sum, need) => sum + need, 0)
  const size = sizes.find((each) => each * allNeeds <= room) ?? smallest
  const wanted = needs.map((need) => need * Math.min(size, room / allNeeds))
  return {
    size,
    widths: shared(
      columns.map(({ share }) => share),
      wanted,
      room,
    ),
  }
}

function emsFor({ isNumber, isWhole }: Column, lines: readonly (readonly string[])[], at: number): number {
  if (!isNumber && !isWhole) return least
  const words = lines.flatMap((line) => (line[at] ?? '').split(' '))
  const widest = words.reduce((width, word) => Math.max(width, widthOfText(word)), 0)
  return air + (isNumber ? widest : Math.min(widest, most))
}

/** The room by shares; what needs more than its share gets what it needs, and the others share what is left. */
function shared(shares: readonly number[], needs: readonly number[], room: number): number[] {
  const isFixed = shares.map(() => false)
  for (;;) {
    const left = needs.reduce((rest, need, at) => (isFixed[at] ? rest - need : rest), room)
    const sum = shares.reduce((whole, share, at) => (isFixed[at] ? whole : whole + share), 0)
    const widths = shares.map((share, at) => (isFixed[at] ? (needs[at] ?? 0) : (left * share) / sum))
    const tooNarrow = widths.map((width, at) => !isFixed[at] && width < (needs[at] ?? 0))
    if (!tooNarrow.includes(true)) return widths
    for (const [at, is] of tooNarrow.entries()) isFixed[at] ||= is
  }
}
