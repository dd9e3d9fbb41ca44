import { palette } from '../palette.ts'
import { lineHeight, type TextStyle } from './content-stream.ts'
import type { PageWriter } from './page-writer.ts'
import { wrapText } from './text-lines.ts'

const headline: TextStyle = { size: 12, isBold: true, color: palette.blue }
const chapter: TextStyle = { size: 16, isBold: true, color: palette.ink }
const caption: TextStyle = { size: 9, isBold: true }
const note: TextStyle = { size: 8, color: palette.quiet }

/** The height of a caption. */
export const captionHeight = caption.size * lineHeight + 3

/** Draws a section heading, on the page where the section begins. */
export function drawHeadline(writer: PageWriter, title: string) {
  const [above, below] = [8, 4]
  writer.above(headline.size * lineHeight + above + below, () => {
    writer.y += above
    writer.mark(title)
    drawParagraph(writer, title, headline, writer.isInChapter ? 'H3' : 'H2')
    writer.y += below
  })
}

/** Draws the heading of a part with several sections. */
export function drawChapter(writer: PageWriter, title: string) {
  const [above, below] = [14, 5]
  writer.above(chapter.size * lineHeight + above + below, () => {
    writer.y += above
    writer.mark(title)
    writer.isInChapter = true
    drawParagraph(writer, title, chapter, 'H2')
    writer.y += below
  })
}

/** Draws the small heading of a chart, beginning at x. */
export function drawCaption(writer: PageWriter, title: string, x: number) {
  writer.text(title, x, writer.y, caption)
  writer.y += captionHeight
}

/** Draws a sentence in small type. */
export function drawNote(writer: PageWriter, sentence: string) {
  drawParagraph(writer, sentence, note)
  writer.y += 4
}

/** Draws text across the page, in as many lines as it needs: a paragraph, or a heading of the structure. */
export function drawParagraph(
  writer: PageWriter,
  text: string,
  style: TextStyle,
  type: 'P' | 'H1' | 'H2' | 'H3' = 'P',
) {
  // What waits to be drawn above is not part of the paragraph.
  writer.need(style.size * lineHeight)
  writer.open({ type })
  for (const line of wrapText(text, writer.width, writer.content.glyphCache(style), style.size)) {
    writer.need(style.size * lineHeight)
    writer.text(line, writer.left, writer.y, style)
    writer.y += style.size * lineHeight
  }
  writer.close()
}

/** Draws a label and its value as an entry of the open list. */
export function drawEntry(writer: PageWriter, drawLabel: () => void, drawValue: () => void) {
  writer.open({ type: 'LI' })
  writer.element({ type: 'Lbl' }, drawLabel)
  writer.element({ type: 'LBody' }, drawValue)
  writer.close()
}

/** A key figure: its label and its value. */
type KpiTile = { label: string; value: string; color?: string }

const height = 44
const tileGap = 8
const tilesGap = 12
const padding = 9
const sizes = [17, 14, 12, 10, 8, 6.5]

/**
 * Draws key figures side by side, in the largest type size at which all fit, on the page of the table that follows.
 */
export const drawKpiTilesAbove = (writer: PageWriter, tiles: readonly KpiTile[]) =>
  writer.above(height + tilesGap, () => drawKpiTiles(writer, tiles))

/** Draws key figures side by side, in the largest type size at which all fit. */
export function drawKpiTiles(writer: PageWriter, tiles: readonly KpiTile[]) {
  const width = (writer.width - tileGap * (tiles.length - 1)) / tiles.length
  const { measureWidth } = writer.content.glyphCache({ isBold: true })
  const fits = (size: number) => tiles.every(({ value }) => measureWidth(value, size) <= width - 2 * padding)
  const size = sizes.find(fits) ?? 6
  writer.need(height + tilesGap)
  writer.open({ type: 'L' })
  for (const [at, { label, value, color = palette.ink }] of tiles.entries()) {
    const x = writer.left + at * (width + tileGap)
    writer.box({ x, y: writer.y, width, height }, { fill: palette.tint })
    writer.box({ x, y: writer.y, width: 2.5, height }, { fill: color })
    drawEntry(
      writer,
      () => writer.text(label, x + padding, writer.y + 6, { size: 8, color: palette.quiet }),
      () => writer.text(value, x + padding, writer.y + 18 + (17 - size) / 2, { size, isBold: true, color }),
    )
  }
  writer.close()
  writer.y += height + tilesGap
}

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
