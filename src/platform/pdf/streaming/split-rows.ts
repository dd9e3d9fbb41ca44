/** A table line ready to draw: the text lines of each cell. */
export type TableLine = {
  kind: 'headings' | 'group' | 'row' | 'total'
  cells: readonly (readonly string[])[]
  height: number
}
type Kinded = Pick<TableLine, 'kind'>

export const rowHeight = (lines: readonly TableLine[]) => lines.reduce((sum, { height }) => sum + height, 0)

/**
 * Splits lines where a page may end: at least two rows stay together below a heading, at the end and above
 * totals. The rest waits for the following lines. The first argument is the last line drawn.
 */
export function splitRows<Line extends Kinded>(lines: readonly Line[], last: Line | undefined) {
  const pieces: Line[][] = []
  let piece: Line[] = []
  for (const [at, line] of lines.entries()) {
    if (at > 0 && mayEndBefore(at, [last, ...lines])) {
      pieces.push(piece)
      piece = []
    }
    piece.push(line)
  }
  return { pieces, rest: piece }
}

function mayEndBefore(at: number, lines: readonly (Kinded | undefined)[]): boolean {
  const rowKindAt = (place: number) => lines[at + 1 + place]?.kind
  if (rowKindAt(0) === 'group') return true
  if (rowKindAt(0) !== 'row') return false
  return rowKindAt(-1) === 'total' || [-2, -1, 1].every((place) => rowKindAt(place) === 'row')
}
