import { Line, Svg } from '@react-pdf/renderer'
import { createElement } from 'react'
import { replacementCharacter, sanitizePdfText } from '#platform/contract/normalize-text.ts'
import { palette } from '#platform/pdf/palette.ts'
import { paperPage, pdfDocument, tagged, text, view } from '#platform/pdf/pdf-layout.ts'
import { family } from '#platform/pdf/react-pdf-fonts.ts'
import { texts } from '../messages.ts'
import { cardSide, placeCard } from '../rules.ts'
import { backSide, type CardData, frontSide } from './card-layout.ts'

const mm = 72 / 25.4
const mark = { length: 14, away: 4 }
const rulerLength = 50 * mm
const { width, height } = cardSide
const { ink, quiet } = palette

/** The ID card of a policy: one page per language with both sides at actual size, to cut out and fold. */
export function render(data: CardData) {
  const { holder, clientName, languages, company } = data
  const title = languages.map((language) => texts[language].face.title).join(' / ')
  const madeAt = new Date(`${holder.effectiveDate ?? '2000-01-01'}T00:00:00Z`)
  return pdfDocument(
    {
      title: `${title} – ${clientName}`,
      author: company,
      madeAt,
      language: languageTags[languages[0] ?? 'en'],
    },
    ...languages.map((language) => cardPage(data, language)),
  )
}

const languageTags = { en: 'en-US', de: 'de-DE' } as const

function cardPage(data: CardData, language: CardData['languages'][number]) {
  const { face, sheet } = texts[language]
  const { left, top } = placeCard(data.paper)
  const ruler = top + height + 60
  const below = { position: 'absolute', left, fontSize: 8, color: quiet } as const
  const page = paperPage(
    data.paper === 'a4' ? 'A4' : 'LETTER',
    { fontFamily: family, color: ink },
    view(
      { position: 'absolute', top: 54, left: 54, right: 54 },
      tagged({ type: 'H1' }, text({ fontSize: 18, fontWeight: 700 }, face.title)),
      text({ fontSize: 10, lineHeight: 1.4, color: quiet, marginTop: 8 }, sheet.print),
    ),
    view(
      { position: 'absolute', top, left, flexDirection: 'row' },
      frontSide(data, face),
      backSide(data, face),
    ),
    drawMarks(data.paper, ruler),
    text({ ...below, top: ruler + 8 }, sheet.ruler),
    hasUnprintableText(data) &&
      text({ ...below, top: ruler + 36, width: 2 * width }, sheet.lost(replacementCharacter)),
  )
  return tagged({ type: 'Sect', lang: languageTags[language] }, page)
}

/** Whether the card contains a character that the font lacks. */
function hasUnprintableText({ holder, clientName, company, group, address, phones }: CardData): boolean {
  const texts = [...Object.values(holder), ...Object.values(phones), clientName, company, group, address]
  return texts.some((text) => text && sanitizePdfText(text).includes(replacementCharacter))
}

/** Cut marks, fold line and ruler. */
function drawMarks(format: CardData['paper'], ruler: number) {
  const { paper, left, top } = placeCard(format)
  const [fold, right, bottom] = [left + width, left + 2 * width, top + height]
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
    line([left, ruler], [left + rulerLength, ruler]),
    ...[left, left + rulerLength].map((x) => line([x, ruler - 3], [x, ruler + 3])),
  ]
  // A drawing as high as A4 would not fit on its page, and what follows it would be on another one.
  const drawn = { width: paper.width, height: ruler + mark.length }
  return createElement(
    Svg,
    {
      ...drawn,
      viewBox: `0 0 ${drawn.width} ${drawn.height}`,
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
