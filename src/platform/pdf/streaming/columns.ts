import { palette } from '../palette.ts'
import type { PageWriter } from './page-writer.ts'

const columnGap = 26
const narrowest = 200

/**
 * Places items of one height side by side, as many per row as fit, and draws each at its position: all on one
 * page, unless that would leave half a page empty.
 */
export function drawSideBySide<Thing>(
  writer: PageWriter,
  { things, height }: { things: readonly Thing[]; height: number },
  draw: (thing: Thing, place: { x: number; width: number }) => void,
) {
  const inRow = Math.min(things.length, Math.floor((writer.width + columnGap) / (narrowest + columnGap)))
  const width = (writer.width - columnGap * (inRow - 1)) / inRow
  const all = Math.ceil(things.length / inRow) * height
  for (const [at, thing] of things.entries()) {
    const place = at % inRow
    if (place === 0) writer.need(at === 0 ? Math.min(all, writer.bottom / 2) : height)
    const top = writer.y
    draw(thing, { x: writer.left + place * (width + columnGap), width })
    const isLast = place === inRow - 1 || at === things.length - 1
    writer.y = isLast ? top + height : top
  }
}

/** A key figure: its label and its value. */
type KpiTile = { label: string; value: string; color?: string }

const height = 44
const tileGap = 8
const padding = 9
const sizes = [17, 14, 12, 10, 8, 6.5]

/** Draws key figures side by side, in the largest type size at which all fit. */
export function drawKpiTiles(writer: PageWriter, tiles: readonly KpiTile[]) {
  const width = (writer.width - tileGap * (tiles.length - 1)) / tiles.length
  const { widthOf } = writer.content.glyphCache({ isBold: true })
  const fits = (size: number) => tiles.every(({ value }) => widthOf(value, size) <= width - 2 * padding)
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
