import { sanitizePdfText } from '#platform/contract/printable-text.ts'
import { fitText, widthOfText } from '#platform/server/documents/fit-text.ts'

/** A text field of the card: its text, available width and preferred size (points). */
export type Cell = {
  label: string | null
  text: string
  width: number
  largest: number
  /** Bold by default. */
  weight?: number
}
type SetCell = Pick<Cell, 'label' | 'width' | 'weight'> & { lines: string[]; size: number }
type Row = readonly Cell[]

export const labelSize = 5.5
export const lineHeight = 1.25
export const rowGap = 4
const step = 0.5
/** Minimum text sizes before a line break; the smallest is a last resort. */
const floors = [7, 6, 5.5, 5, 4.5, 4]

/** Fits rows into a height; returns the lines and size of each cell. */
export function setRows(rows: readonly Row[], height: number): SetCell[][] {
  let set: SetCell[][] = []
  for (const floor of floors) {
    set = rows.map((row) => row.map((cell) => setCell(cell, floor)))
    if (heightOf(set) <= height) return set
  }
  return set
}

/** The height of rows in points. */
export function heightOf(rows: readonly (readonly SetCell[])[]): number {
  const heights = rows.map((row) =>
    Math.max(
      ...row.map(({ label, lines, size }) => lineHeight * (lines.length * size + (label ? labelSize : 0))),
    ),
  )
  return heights.reduce((sum, each) => sum + each, 0) + rowGap * Math.max(0, rows.length - 1)
}

function setCell({ text, largest, ...cell }: Cell, floor: number): SetCell {
  const { width } = cell
  const shown = sanitizePdfText(text)
  const fewest = shown.split('\n').length
  const smallest = Math.min(floor, largest)
  let size = largest
  while (size > smallest && linesOf(shown, width / size).length > fewest)
    size = Math.max(smallest, size - step)
  return { ...cell, size, lines: linesOf(shown, width / size) }
}

/** Breaks text into lines of a maximum width in em, between words, and within a word only if it is too long. */
function linesOf(text: string, ems: number): string[] {
  return fitText(text, ems)
    .split('\n')
    .flatMap((paragraph) => {
      const lines: string[] = []
      for (const word of paragraph.split(/[ \u00a0]+/)) {
        const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
        if (lines.length > 0 && widthOfText(longer) <= ems) lines[lines.length - 1] = longer
        else lines.push(word)
      }
      return lines
    })
}
