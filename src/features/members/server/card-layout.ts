import { Image } from '@react-pdf/renderer'
import { createElement } from 'react'
import { palette } from '#platform/server/documents/palette.ts'
import { type Element, type Style, text, view } from '#platform/server/documents/pdf-primitives.ts'
import { textColorOn } from './card-color.ts'
import type { CardData } from './card-data.ts'
import type { CardMessages } from './card-messages.ts'
import { type Cell, fitRows, labelSize, lineHeight, rowGap } from './fit-card-text.ts'

const mm = 72 / 25.4
/** A card of the format ID-1 (ISO/IEC 7810), in points. */
export const face = { width: 85.6 * mm, height: 53.98 * mm, radius: 3.18 * mm }

const { ink, quiet } = palette
const edge = '#8896a5'
const padding = 10
const bandHeight = 40
const barHeight = 7
const inner = face.width - 2 * padding
const half = (inner - padding) / 2
const numberWidth = 88
const logoSize = { width: 46, height: 28 }

const frame: Style = {
  width: face.width,
  height: face.height,
  borderRadius: face.radius,
  border: `0.5 solid ${edge}`,
  overflow: 'hidden',
}

/** The front: the holder and the policy. */
export function frontSide(data: CardData, labels: CardMessages) {
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
  const available = face.height - bandHeight - 2 * padding
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
        createElement(Image, { src: logo, style: { ...logoSize, objectFit: 'contain' } }),
      ),
    view({ width: available }, ...name.flat().map((cell) => lines(cell, 700))),
  )
}

/** The back: phone numbers, address and disclaimer. */
export function backSide(data: CardData, labels: CardMessages) {
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
  const available = face.height - barHeight - 2.5 * padding - noteHeight
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
  return fitRows(rows, available).map((row, at) =>
    view(
      {
        flexDirection: 'row',
        alignItems: row.some(({ label }) => label) ? 'flex-start' : 'center',
        gap: padding,
        color: ink,
        marginTop: at === 0 ? 0 : rowGap,
      },
      ...row.map((cell) =>
        view(
          { width: cell.width },
          cell.label && text({ fontSize: labelSize, lineHeight, color: quiet }, cell.label),
          lines(cell, cell.weight ?? 700),
        ),
      ),
    ),
  )
}

/** Prints each measured line as a separate text, so that the renderer does not wrap it again. */
const lines = (cell: { lines: readonly string[]; size: number }, fontWeight: number) =>
  view({}, ...cell.lines.map((line) => text({ fontSize: cell.size, lineHeight, fontWeight }, line)))
