import { Line, Svg } from '@react-pdf/renderer'
import { createElement } from 'react'
import { replacementCharacter, sanitizePdfText } from '#platform/contract/normalize-text.ts'
import { palette } from '#platform/pdf/palette.ts'
import { letterPage, pdfDocument, text, view } from '#platform/pdf/pdf-layout.ts'
import { family } from '#platform/pdf/react-pdf-fonts.ts'
import { backSide, type CardData, face, frontSide } from './card-layout.ts'
import { messages } from './card-messages.ts'

const paper = { width: 612, height: 792 }
const mm = 72 / 25.4
const card = { left: paper.width / 2 - face.width, top: 200, width: 2 * face.width, height: face.height }
const mark = { length: 14, away: 4 }
const ruler = { length: 50 * mm, top: card.top + card.height + 60 }
const footnote = { top: ruler.top + 36 }
const { ink, quiet } = palette

/** The ID card of a policy: one page per language with both sides at actual size, to cut out and fold. */
export function render(data: CardData) {
  const { holder, clientName, languages, company } = data
  const title = languages.map((language) => messages[language].title).join(' / ')
  const madeAt = new Date(`${holder.effectiveDate ?? '2000-01-01'}T00:00:00Z`)
  return pdfDocument(
    { title: `${title} – ${clientName}`, author: company, madeAt },
    ...languages.map((language) => cardPage(data, language)),
  )
}

function cardPage(data: CardData, language: CardData['languages'][number]) {
  const labels = messages[language]
  return letterPage(
    { fontFamily: family, color: ink },
    view(
      { position: 'absolute', top: 54, left: 54, right: 54 },
      text({ fontSize: 18, fontWeight: 700 }, labels.title),
      text({ fontSize: 10, lineHeight: 1.4, color: quiet, marginTop: 8 }, labels.print),
    ),
    view(
      { position: 'absolute', top: card.top, left: card.left, flexDirection: 'row' },
      frontSide(data, labels),
      backSide(data, labels),
    ),
    drawMarks(),
    text(
      { position: 'absolute', top: ruler.top + 8, left: card.left, fontSize: 8, color: quiet },
      labels.ruler,
    ),
    hasUnprintableText(data) &&
      text(
        {
          position: 'absolute',
          top: footnote.top,
          left: card.left,
          width: card.width,
          fontSize: 8,
          color: quiet,
        },
        labels.lost(replacementCharacter),
      ),
  )
}

/** Whether the card contains a character that the font lacks. */
function hasUnprintableText({ holder, clientName, company, group, address, phones }: CardData): boolean {
  const texts = [...Object.values(holder), ...Object.values(phones), clientName, company, group, address]
  return texts.some((text) => text && sanitizePdfText(text).includes(replacementCharacter))
}

/** Cut marks, fold line and ruler. */
function drawMarks() {
  const [left, right] = [card.left, card.left + card.width]
  const [top, bottom] = [card.top, card.top + card.height]
  const fold = card.left + face.width
  const { length, away } = mark
  const corners = [left, right].flatMap((x) =>
    [top, bottom].flatMap((y) => {
      const [outX, outY] = [x === left ? -1 : 1, y === top ? -1 : 1]
      return [
        line([x + outX * away, y], [x + outX * (away + length), y]),
        line([x, y + outY * away], [x, y + outY * (away + length)]),
      ]
    }),
  )
  const measure = [
    line([left, ruler.top], [left + ruler.length, ruler.top]),
    ...[left, left + ruler.length].map((x) => line([x, ruler.top - 3], [x, ruler.top + 3])),
  ]
  return createElement(
    Svg,
    {
      ...paper,
      viewBox: `0 0 ${paper.width} ${paper.height}`,
      style: { position: 'absolute', top: 0, left: 0 },
    },
    ...corners,
    line([fold, top - away - length], [fold, bottom + away + length], '4 3'),
    ...measure,
  )
}

type Point = readonly [x: number, y: number]

const line = ([x1, y1]: Point, [x2, y2]: Point, strokeDasharray?: string) =>
  createElement(Line, {
    key: `${x1} ${y1} ${x2} ${y2}`,
    x1,
    y1,
    x2,
    y2,
    stroke: quiet,
    strokeWidth: 0.5,
    strokeDasharray,
  })
