import { sanitizePdfText } from '#platform/contract/printable-text.ts'
import { fitText, widthOfText } from '#platform/server/documents/fit-text.ts'

/** A text field of the card: its text, available width and maximum size in points. */
export type Cell = {
  label: string | null
  text: string
  width: number
  maxSize: number
  /** Bold by default. */
  weight?: number
}
type FittedCell = Pick<Cell, 'label' | 'width' | 'weight'> & { lines: string[]; size: number }
type Row = readonly Cell[]

export const labelSize = 5.5
export const lineHeight = 1.25
export const rowGap = 4
const sizeStep = 0.5
/** The minimum sizes before text wraps, tried in order until the rows fit. */
const minSizes = [7, 6, 5.5, 5, 4.5, 4]

/** Fits rows into a height; returns the lines and size of each cell. */
export function fitRows(rows: readonly Row[], height: number): FittedCell[][] {
  let set: FittedCell[][] = []
  for (const floor of minSizes) {
    set = rows.map((row) => row.map((cell) => fitCell(cell, floor)))
    if (totalHeight(set) <= height) return set
  }
  return set
}

/** The height of rows in points. */
export function totalHeight(rows: readonly (readonly FittedCell[])[]): number {
  const heights = rows.map((row) =>
    Math.max(
      ...row.map(({ label, lines, size }) => lineHeight * (lines.length * size + (label ? labelSize : 0))),
    ),
  )
  return heights.reduce((sum, each) => sum + each, 0) + rowGap * Math.max(0, rows.length - 1)
}

function fitCell({ text, maxSize, ...cell }: Cell, floor: number): FittedCell {
  const { width } = cell
  const shown = sanitizePdfText(text)
  const fewest = shown.split('\n').length
  const smallest = Math.min(floor, maxSize)
  let size = maxSize
  while (size > smallest && wrapText(shown, width / size).length > fewest)
    size = Math.max(smallest, size - sizeStep)
  return { ...cell, size, lines: wrapText(shown, width / size) }
}

/** Wraps text to a width in ems, between words or within a word that is wider than a line. */
function wrapText(text: string, ems: number): string[] {
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
