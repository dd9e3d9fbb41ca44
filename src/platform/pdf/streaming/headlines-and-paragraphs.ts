import { palette } from '../palette.ts'
import { lineHeight, type TextStyle } from './content-stream.ts'
import { type PageWriter, wrapText } from './page-writer.ts'

const headline: TextStyle = { size: 12, isBold: true, color: palette.blue }
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
    drawParagraph(writer, title, headline)
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

/** Draws text across the page, in as many lines as it needs. */
export function drawParagraph(writer: PageWriter, text: string, style: TextStyle) {
  for (const line of wrapText(text, writer.width, writer.content.glyphCache(style), style.size)) {
    writer.need(style.size * lineHeight)
    writer.text(line, writer.left, writer.y, style)
    writer.y += style.size * lineHeight
  }
}
