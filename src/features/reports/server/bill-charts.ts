import { formatMoney } from '#platform/contract/money.ts'
import { palette } from '#platform/server/documents/palette.ts'
import { type Bar, barsHeight, drawBars } from '#platform/server/documents/streaming/charts.ts'
import { drawSideBySide } from '#platform/server/documents/streaming/columns.ts'
import { moneyPatterns } from '#platform/server/documents/streaming/fill-patterns.ts'
import { drawKpiTiles } from '#platform/server/documents/streaming/kpi-tiles.ts'
import type { PageWriter } from '#platform/server/documents/streaming/page-writer.ts'
import {
  captionHeight,
  drawCaption,
  drawHeadline,
  drawNote,
} from '#platform/server/documents/streaming/paragraphs.ts'
import { StreamingTable } from '#platform/server/documents/streaming/streaming-table.ts'
import { messages } from '../messages.ts'
import { type BillSums, formatPercent, sumCells } from './bill-sums.ts'

const says = messages.document
const number = (heading: string, share: number) => ({ heading, share, isNumber: true })

/** The total columns, after the columns that name the group. */
const sumColumns = [
  number(says.bills, 10),
  number(says.charges, 18),
  number(says.repriced, 18),
  number(says.saved, 18),
  number(says.savedPercent, 10),
]

/** The key figures of a bill report: the most frequent currency large, all currencies in a table. */
export function drawBillFigures(writer: PageWriter, totals: readonly BillSums[]) {
  const [main] = totals
  if (!main) return
  const bills = totals.reduce((sum, each) => sum + each.bills, 0)
  const tile = (what: string, value: string, color?: string) => {
    return { label: says.inCurrency(what, main.currency), value, ...(color && { color }) }
  }
  const shown = (amount: string) => formatMoney(amount, main.currency)
  drawKpiTiles(writer, [
    { label: totals.length > 1 ? says.allBills : says.bills, value: bills.toLocaleString('en-US') },
    tile(says.charges, shown(main.charges), palette.blue),
    tile(says.repriced, shown(main.repriced)),
    tile(says.saved, shown(main.saved), palette.green),
    tile(says.savedPercent, formatPercent(main.savedPercent), palette.green),
  ])
  drawHeadline(writer, says.keyFigures)
  drawSums(writer, says.currency, [{ lines: totals.map((sums) => [sums.currency, sums]) }])
  writer.y += 6
  drawNote(writer, says.savedNote)
  const waiting = totals.filter(({ unpricedBills }) => unpricedBills > 0)
  if (waiting.length === 0) return
  const unpriced = waiting.reduce((sum, { unpricedBills }) => sum + unpricedBills, 0)
  const amounts = waiting.map((sums) => formatMoney(sums.unpriced, sums.currency)).join(', ')
  drawNote(writer, says.unpricedNote(unpriced, amounts))
}

type Line = readonly [of: string, sums: BillSums]

/** The groups of one currency with their total; the heading names the currency if there are several. */
export type SumsOfCurrency = { title?: string; lines: readonly Line[]; total?: Line }

/** A table of totals by group. */
export function drawSums(writer: PageWriter, heading: string, groups: readonly SumsOfCurrency[]) {
  const columns = [{ heading, share: 26 }, ...sumColumns]
  const cellsOf = ([of, sums]: Line) => [of, ...sumCells(sums)]
  const samples = groups.flatMap(({ lines, total }) => [...lines, ...(total ? [total] : [])]).map(cellsOf)
  const table = new StreamingTable(writer, columns, samples)
  for (const { title, lines, total } of groups) {
    if (title !== undefined) table.group(title)
    for (const line of lines) table.row(cellsOf(line))
    if (total) table.total(cellsOf(total))
  }
  table.end()
}

/** Chart of charged, repriced and saved amounts for each currency. */
export function drawMoneyBars(writer: PageWriter, title: string, totals: readonly BillSums[]) {
  const isWaiting = totals.some(({ unpricedBills }) => unpricedBills > 0)
  const height = captionHeight + barsHeight(isWaiting ? 4 : 3) + 8
  drawHeadline(writer, title)
  drawSideBySide(writer, { things: totals, height }, (sums, { x, width }) => {
    drawCaption(writer, sums.currency, x)
    drawBars(writer, { x, width, bars: barsOf(sums) })
  })
}

function barsOf({ currency, unpricedBills, ...sums }: BillSums): Bar[] {
  const bar = (kind: keyof typeof moneyPatterns, label: string) => {
    const shown = formatMoney(sums[kind], currency)
    return { label, pattern: moneyPatterns[kind], value: Number(sums[kind]), shown }
  }
  const bars = [bar('charges', says.charges), bar('repriced', says.repriced), bar('saved', says.saved)]
  return unpricedBills > 0 ? [...bars, bar('unpriced', says.unpriced)] : bars
}
