import { palette } from '../palette.ts'
import type { PageWriter } from './page-writer.ts'

/** A key figure: its label and its value. */
type KpiTile = { label: string; value: string; color?: string }

const height = 44
const tileGap = 8
const padding = 9
const sizes = [17, 14, 12, 10, 8, 6.5]

/** Draws key figures side by side, in the largest type size at which all fit. */
export function drawKpiTiles(writer: PageWriter, tiles: readonly KpiTile[]) {
  const width = (writer.width - tileGap * (tiles.length - 1)) / tiles.length
  const { measureWidth } = writer.content.glyphCache({ isBold: true })
  const fits = (size: number) => tiles.every(({ value }) => measureWidth(value, size) <= width - 2 * padding)
  const size = sizes.find(fits) ?? 6
  writer.need(height + 12)
  for (const [at, { label, value, color = palette.ink }] of tiles.entries()) {
    const x = writer.left + at * (width + tileGap)
    writer.box({ x, y: writer.y, width, height }, { fill: palette.tint })
    writer.box({ x, y: writer.y, width: 2.5, height }, { fill: color })
    writer.text(label, x + padding, writer.y + 6, { size: 8, color: palette.quiet })
    writer.text(value, x + padding, writer.y + 18 + (17 - size) / 2, { size, isBold: true, color })
  }
  writer.y += height + 12
}
