/** A line of a table as it will be drawn: the lines of text of each of its cells. */
export type TableLine = {
  kind: 'headings' | 'group' | 'row' | 'total'
  cells: readonly (readonly string[])[]
  height: number
}

type Kinded = Pick<TableLine, 'kind'>

/**
 * Takes lines apart where a page may end: two rows stand together below a headline, at the end, and above sums, so that
 * none of these stands alone. The rest waits for the lines that follow. Before them stands the last line drawn.
 */
export function piecesOf<Line extends Kinded>(lines: readonly Line[], last: Line | undefined) {
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
  const kindAt = (place: number) => lines[at + 1 + place]?.kind
  if (kindAt(0) === 'group') return true
  if (kindAt(0) !== 'row') return false
  return kindAt(-1) === 'total' || [-2, -1, 1].every((place) => kindAt(place) === 'row')
}
