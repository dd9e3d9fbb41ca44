import { Image } from '@react-pdf/renderer'
import { createElement } from 'react'
import { palette } from '#platform/server/documents/palette.ts'
import { type Element, type Style, text, view } from '#platform/server/documents/pdf-primitives.ts'
import { textOn } from './card-color.ts'
import type { CardData } from './card-data.ts'
import type { CardMessages } from './card-messages.ts'
import { type Cell, labelSize, lineHeight, rowGap, setRows } from './fit-card-text.ts'

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

/** The front: whose card it is. */
export function front(data: CardData, says: CardMessages) {
  const { holder, group } = data
  const rows: Cell[][] = [
    [whole(says.name, `${holder.firstName} ${holder.lastName}`, 12)],
    group
      ? [halved(says.policy, holder.policyNumber), halved(says.group, group)]
      : [whole(says.policy, holder.policyNumber, 11)],
    [
      halved(says.born, says.day(holder.dateOfBirth)),
      ...(holder.effectiveDate ? [halved(says.effective, says.day(holder.effectiveDate))] : []),
    ],
  ]
  const room = face.height - bandHeight - 2 * padding
  return view(frame, band(data), view({ padding }, ...rowsOf(rows, room)))
}

const whole = (label: string | null, said: string, largest: number): Cell => ({
  label,
  text: said,
  width: inner,
  largest,
})
const halved = (label: string, said: string): Cell => ({ label, text: said, width: half, largest: 10 })

function band({ color, logo, clientName }: CardData) {
  const room = inner - (logo ? logoSize.width + 2 * padding : 0)
  const name = setRows([[{ label: null, text: clientName, width: room, largest: 13 }]], bandHeight - 8)
  return view(
    {
      height: bandHeight,
      backgroundColor: color,
      color: textOn(color),
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
    view({ width: room }, ...name.flat().map((cell) => lines(cell, 700))),
  )
}

/** The back: whom to call. */
export function back(data: CardData, says: CardMessages) {
  const { phones, address, company, color } = data
  const numbers = [
    [says.usaAndCanada, phones.usaAndCanada],
    [says.elsewhere, phones.elsewhere],
    [says.providers, phones.providers],
    [says.service, phones.service],
  ].filter((row): row is [string, string] => Boolean(row[1]))
  const rows: Cell[][] = [
    [whole(null, says.phones, 9)],
    ...numbers.map(([label, number]) => [
      { label: null, text: label, width: inner - padding - numberWidth, largest: 6.5, weight: 400 },
      { label: null, text: number, width: numberWidth, largest: 9 },
    ]),
    ...(address ? [[whole(says.address, address, 7.5)]] : []),
  ]
  const disclaimer = setRows([[whole(null, says.disclaimer(company), 6)]], 42)
  const note = disclaimer.flat()
  const noteHeight = note.reduce((sum, { lines, size }) => sum + lines.length * size * lineHeight, 0)
  const room = face.height - barHeight - 2.5 * padding - noteHeight
  return view(
    frame,
    view({ height: barHeight, backgroundColor: color }),
    view({ padding, paddingBottom: 0 }, ...rowsOf(rows, room)),
    view(
      { position: 'absolute', left: padding, right: padding, bottom: padding / 2, color: quiet },
      ...note.map((cell) => lines(cell, 400)),
    ),
  )
}

function rowsOf(rows: readonly Cell[][], room: number): Element[] {
  return setRows(rows, room).map((row, at) =>
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

/** Prints each measured line as its own text, so that nothing breaks it again. */
const lines = (cell: { lines: readonly string[]; size: number }, fontWeight: number) =>
  view({}, ...cell.lines.map((line) => text({ fontSize: cell.size, lineHeight, fontWeight }, line)))
