/**
 * A column: its share of the width, whether it contains numbers, and whether even its long words must not
 * break.
 */
export type Column = { share: number; isNumber?: boolean; isWhole?: boolean }

type Look = {
  /** The maximum type size. */
  largest?: number
  /** The width of a text in em. */
  measureWidth?: (text: string, isBold: boolean) => number
}

const smallest = 5.5
const sizes = [8.5, 7.5, 7, 6.5, smallest]
/**
 * In em: a column's minimum width, the maximum width a word may require, a whole word, a line, and the
 * padding.
 */
const [least, longWord, wholeWord, longLine, air] = [6, 14, 20, 40, 0.01]

/**
 * The type size (points) and column widths of a table. Numbers and words are never broken; the type shrinks
 * if needed. If whole lines fit, columns get their shares; otherwise the remaining width goes to columns in
 * proportion to what they lack. The first line contains the headings.
 */
export function columnWidths(
  columns: readonly Column[],
  lines: readonly (readonly string[])[],
  room: number,
  { largest = Number.POSITIVE_INFINITY, measureWidth = estimateWidth }: Look = {},
): { size: number; widths: number[] } {
  const ems = columns.map((column, at) => {
    const widest = (texts: readonly string[], isBold: boolean) =>
      texts.reduce(
        (width, text) => Math.max(width, measureWidth(text, isBold || Boolean(column.isNumber))),
        0,
      )
    const [heading = '', ...cells] = lines.map((line) => line[at] ?? '')
    const widestBetween = (ends: RegExp) => {
      const parts = cells.flatMap((cell) => cell.split(ends))
      return Math.max(widest(heading.split(ends), true), widest(parts, false))
    }
    return emsFor(column, widestBetween(/[ \n]/), widestBetween(/\n/))
  })
  const needed = sumWidths(ems.map(({ need }) => need))
  const size = sizes.find((each) => each <= largest && each * needed <= room) ?? smallest
  const needs = ems.map(({ need }) => need * Math.min(size, room / needed))
  const wishes = ems.map(({ wish }, at) => Math.max(wish * size, needs[at] ?? 0))
  const [left, lacking] = [room - sumWidths(needs), sumWidths(wishes) - sumWidths(needs)]
  if (lacking <= left) return { size, widths: shared(columns, wishes, room) }
  return { size, widths: needs.map((need, at) => need + (left * ((wishes[at] ?? 0) - need)) / lacking) }
}

function emsFor({ isNumber, isWhole }: Column, word: number, line: number) {
  if (isNumber) return { need: word + air, wish: line + air }
  const need = isWhole ? Math.min(word, wholeWord) : Math.max(least, Math.min(word, longWord))
  return { need: need + air, wish: Math.min(line, longLine) + air }
}

const sumWidths = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 0)

/** Distributes the width by shares; a column that needs more gets its need, and the others share the rest. */
function shared(columns: readonly Column[], needs: readonly number[], room: number): number[] {
  const isFixed = columns.map(() => false)
  for (;;) {
    const left = needs.reduce((rest, need, at) => (isFixed[at] ? rest - need : rest), room)
    const sum = columns.reduce((whole, { share }, at) => (isFixed[at] ? whole : whole + share), 0)
    const widths = columns.map(({ share }, at) => (isFixed[at] ? (needs[at] ?? 0) : (left * share) / sum))
    const tooNarrow = widths.map((width, at) => !isFixed[at] && width < (needs[at] ?? 0))
    if (!tooNarrow.includes(true)) return widths
    for (const [at, is] of tooNarrow.entries()) isFixed[at] ||= is
  }
}

/** Widths in em of the bold font, rounded up. */
const widths: readonly [RegExp, number][] = [
  [/[ijlIfJ.,:;'|!()[\]-]/, 0.4],
  [/[0-9]/, 0.58],
  [/[mwMW@%]/, 0.97],
  [/[A-Z]/, 0.81],
  [/[ -~]/, 0.68],
  [/[\u00a0-\u00ff]/, 0.98],
]
const widest = 1.42

const measureCharacter = (character: string) => widths.find(([kind]) => kind.test(character))?.[1] ?? widest

/** The maximum width of a text in em. */
export const estimateWidth = (text: string): number =>
  Array.from(text).reduce((width, character) => width + measureCharacter(character), 0)

/** Breaks words that are wider than this many em, which the layout itself never does. */
export const fitText = (text: string, ems: number): string =>
  text.replaceAll(/\S+/g, (word) => {
    let width = 0
    return Array.from(word, (character) => {
      const own = measureCharacter(character)
      const isFull = width + own > ems
      width = isFull ? own : width + own
      return isFull ? `\n${character}` : character
    }).join('')
  })
