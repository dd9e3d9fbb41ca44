import { Image } from '@react-pdf/renderer'
import { createElement } from 'react'
import { sanitizePdfText } from '#platform/contract/normalize-text.ts'
import { estimateWidth, fitText } from '#platform/pdf/column-widths.ts'
import { palette } from '#platform/pdf/palette.ts'
import { type Element, field, type Style, tagged, text, view } from '#platform/pdf/pdf-layout.ts'
import type { IdCard } from '../contract.ts'
import type { MemberTexts } from '../messages.ts'
import { cardSide, textColorOn } from '../rules.ts'

/** The data of a printed ID card: that of the page, and the logo. */
export type CardData = Omit<IdCard, 'clientId' | 'hasLogo'> & {
  logo: { format: 'png' | 'jpg'; data: Buffer } | null
}
type Labels = MemberTexts['face']

const { ink, quiet } = palette
const padding = 10
const bandHeight = 40
const barHeight = 7
const inner = cardSide.width - 2 * padding
const half = (inner - padding) / 2
const numberWidth = 88
const logoSize = { width: 46, height: 28 }

const frame: Style = {
  width: cardSide.width,
  height: cardSide.height,
  borderRadius: cardSide.radius,
  border: `0.5 solid ${cardSide.edge}`,
  overflow: 'hidden',
}

/** The front: the holder and the policy. */
export function frontSide(data: CardData, labels: Labels) {
  const { holder, group } = data
  const rows: Cell[][] = [
    [fullWidth(labels.name, `${holder.firstName} ${holder.lastName}`, 12)],
    group
      ? [halfWidth(labels.policy, holder.policyNumber), halfWidth(labels.group, group)]
      : [fullWidth(labels.policy, holder.policyNumber, 11)],
    [
      halfWidth(labels.born, labels.day(holder.dateOfBirth)),
      ...(holder.effectiveDate ? [halfWidth(labels.effective, labels.day(holder.effectiveDate))] : []),
    ],
  ]
  const available = cardSide.height - bandHeight - 2 * padding
  return view(frame, headerBand(data), view({ padding }, ...layOutRows(rows, available)))
}

const fullWidth = (label: string | null, value: string, maxSize: number): Cell => ({
  label,
  text: value,
  width: inner,
  maxSize,
})
const halfWidth = (label: string, value: string): Cell => ({ label, text: value, width: half, maxSize: 10 })

function headerBand({ color, logo, clientName }: CardData) {
  const available = inner - (logo ? logoSize.width + 2 * padding : 0)
  const name = fitRows([[{ label: null, text: clientName, width: available, maxSize: 13 }]], bandHeight - 8)
  return view(
    {
      height: bandHeight,
      backgroundColor: color,
      color: textColorOn(color),
      flexDirection: 'row',
      alignItems: 'center',
      gap: padding,
      paddingHorizontal: padding,
    },
    logo &&
      view(
        {
          backgroundColor: '#ffffff',
          borderRadius: 4,
          padding: 3,
          width: logoSize.width + 6,
          height: logoSize.height + 6,
        },
        tagged(
          { type: 'Figure', alt: `Logo: ${clientName}` },
          createElement(Image, { src: logo, style: { ...logoSize, objectFit: 'contain' } }),
        ),
      ),
    view({ width: available }, ...name.flat().map((cell) => lines(cell, 700))),
  )
}

/** The back: phone numbers, address and disclaimer. */
export function backSide(data: CardData, labels: Labels) {
  const { phones, address, company, color } = data
  const numbers = [
    [labels.usaAndCanada, phones.usaAndCanada],
    [labels.elsewhere, phones.elsewhere],
    [labels.providers, phones.providers],
    [labels.service, phones.service],
  ].filter((row): row is [string, string] => Boolean(row[1]))
  const rows: Cell[][] = [
    [fullWidth(null, labels.phones, 9)],
    ...numbers.map(([label, number]) => [
      { label: null, text: label, width: inner - padding - numberWidth, maxSize: 6.5, weight: 400 },
      { label: null, text: number, width: numberWidth, maxSize: 9 },
    ]),
    ...(address ? [[fullWidth(labels.address, address, 7.5)]] : []),
  ]
  const disclaimer = fitRows([[fullWidth(null, labels.disclaimer(company), 6)]], 42)
  const note = disclaimer.flat()
  const noteHeight = note.reduce((sum, { lines, size }) => sum + lines.length * size * lineHeight, 0)
  const available = cardSide.height - barHeight - 2.5 * padding - noteHeight
  return view(
    frame,
    view({ height: barHeight, backgroundColor: color }),
    view({ padding, paddingBottom: 0 }, ...layOutRows(rows, available)),
    view(
      { position: 'absolute', left: padding, right: padding, bottom: padding / 2, color: quiet },
      ...note.map((cell) => lines(cell, 400)),
    ),
  )
}

function layOutRows(rows: readonly Cell[][], available: number): Element[] {
  return fitRows(rows, available).map((row, at) => {
    const style: Style = {
      flexDirection: 'row',
      alignItems: row.some(({ label }) => label) ? 'flex-start' : 'center',
      gap: padding,
      color: ink,
      marginTop: at === 0 ? 0 : rowGap,
    }
    const value = (cell: FittedCell) => view({ width: cell.width }, lines(cell, cell.weight ?? 700))
    const [first, second] = row
    if (!first || row.some(({ label }) => label))
      return tagged({ type: 'L' }, view(style, ...row.map(labeledCell)))
    return second
      ? tagged({ type: 'L' }, view({}, field(view, style, value(first), value(second))))
      : view(style, value(first))
  })
}

const labeledCell = (cell: FittedCell) =>
  field(
    view,
    { width: cell.width },
    text({ fontSize: labelSize, lineHeight, color: quiet }, cell.label ?? ''),
    lines(cell, cell.weight ?? 700),
  )

/** Prints each measured line as a separate text, so that the renderer does not wrap it again. */
const lines = (cell: { lines: readonly string[]; size: number }, fontWeight: number) =>
  tagged(
    { type: 'P' },
    view({}, ...cell.lines.map((line) => text({ fontSize: cell.size, lineHeight, fontWeight }, line))),
  )

/** A text field of the card: its text, available width and maximum size in points. */
type Cell = {
  label: string | null
  text: string
  width: number
  maxSize: number
  /** Bold by default. */
  weight?: number
}
type FittedCell = Pick<Cell, 'label' | 'width' | 'weight'> & { lines: string[]; size: number }
type Row = readonly Cell[]

const labelSize = 5.5
const lineHeight = 1.25
const rowGap = 4
const sizeStep = 0.5
/** The minimum sizes before text wraps, tried in order until the rows fit. */
const minSizes = [7, 6, 5.5, 5, 4.5, 4]

/** Fits rows into a height; returns the lines and size of each cell. */
function fitRows(rows: readonly Row[], height: number): FittedCell[][] {
  let set: FittedCell[][] = []
  for (const floor of minSizes) {
    set = rows.map((row) => row.map((cell) => fitCell(cell, floor)))
    if (totalHeight(set) <= height) return set
  }
  return set
}

/** The height of rows in points. */
function totalHeight(rows: readonly (readonly FittedCell[])[]): number {
  const heights = rows.map((row) =>
    Math.max(
      ...row.map(({ label, lines, size }) => lineHeight * (lines.length * size + (label ? labelSize : 0))),
    ),
  )
  return heights.reduce((sum, each) => sum + each, 0) + rowGap * Math.max(0, rows.length - 1)
}

function fitCell({ text, maxSize, ...cell }: Cell, floor: number): FittedCell {
  const { width } = cell
  const shown = sanitizePdfText(text)
  const fewest = shown.split('\n').length
  const smallest = Math.min(floor, maxSize)
  let size = maxSize
  while (size > smallest && wrapText(shown, width / size).length > fewest)
    size = Math.max(smallest, size - sizeStep)
  return { ...cell, size, lines: wrapText(shown, width / size) }
}

/** Wraps text to a width in ems, between words or within a word that is wider than a line. */
function wrapText(text: string, ems: number): string[] {
  return fitText(text, ems)
    .split('\n')
    .flatMap((paragraph) => {
      const lines: string[] = []
      for (const word of paragraph.split(/[ \u00a0]+/)) {
        const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
        if (lines.length > 0 && estimateWidth(longer) <= ems) lines[lines.length - 1] = longer
        else lines.push(word)
      }
      return lines
    })
}
