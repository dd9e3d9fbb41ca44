import { palette } from '../palette.ts'
import type { Paper } from './page-writer.ts'

/** A key figure: its label and its value. */
export type Tile = { label: string; value: string; color?: string }

const height = 44
const gap = 8
const padding = 9
const sizes = [17, 14, 12, 10, 8, 6.5]

/** Key figures side by side, in the largest type size at which all fit. */
export function drawTiles(paper: Paper, tiles: readonly Tile[]) {
  const width = (paper.width - gap * (tiles.length - 1)) / tiles.length
  const { widthOf } = paper.pen.lettering({ isBold: true })
  const fits = (size: number) => tiles.every(({ value }) => widthOf(value, size) <= width - 2 * padding)
  const size = sizes.find(fits) ?? 6
  paper.need(height + 12)
  for (const [at, { label, value, color = palette.ink }] of tiles.entries()) {
    const x = paper.left + at * (width + gap)
    paper.box({ x, y: paper.y, width, height }, { fill: palette.tint })
    paper.box({ x, y: paper.y, width: 2.5, height }, { fill: color })
    paper.text(label, x + padding, paper.y + 6, { size: 8, color: palette.quiet })
    paper.text(value, x + padding, paper.y + 18 + (17 - size) / 2, { size, isBold: true, color })
  }
  paper.y += height + 12
}
