import { palette } from '../palette.ts'
import { lineHeight, type TextStyle } from './content-stream.ts'
import type { Paper } from './page-writer.ts'
import { linesOf } from './text-lines.ts'

const headline: TextStyle = { size: 12, isBold: true, color: palette.blue }
const caption: TextStyle = { size: 9, isBold: true }
const note: TextStyle = { size: 8, color: palette.quiet }

/** The height of a caption. */
export const captionHeight = caption.size * lineHeight + 3

/** A section heading, on the page where the section begins. */
export function drawHeadline(paper: Paper, title: string) {
  const [above, below] = [8, 4]
  paper.above(headline.size * lineHeight + above + below, () => {
    paper.y += above
    paper.mark(title)
    drawParagraph(paper, title, headline)
    paper.y += below
  })
}

/** A small heading at a given position: that of a chart. */
export function drawCaption(paper: Paper, title: string, x: number) {
  paper.text(title, x, paper.y, caption)
  paper.y += captionHeight
}

/** A sentence in small type. */
export function drawNote(paper: Paper, sentence: string) {
  drawParagraph(paper, sentence, note)
  paper.y += 4
}

/** A text across the page, in as many lines as it needs. */
export function drawParagraph(paper: Paper, text: string, style: TextStyle) {
  for (const line of linesOf(text, paper.width, paper.pen.lettering(style), style.size)) {
    paper.need(style.size * lineHeight)
    paper.text(line, paper.left, paper.y, style)
    paper.y += style.size * lineHeight
  }
}
