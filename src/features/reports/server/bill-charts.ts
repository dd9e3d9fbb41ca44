import { formatMoney } from '#platform/contract/money.ts'
import { palette } from '#platform/server/documents/palette.ts'
import { type Bar, drawBars, heightOfBars } from '#platform/server/documents/streaming/charts.ts'
import { sideBySide } from '#platform/server/documents/streaming/columns.ts'
import { moneyTones } from '#platform/server/documents/streaming/fill-patterns.ts'
import { drawTiles } from '#platform/server/documents/streaming/kpi-tiles.ts'
import type { Paper } from '#platform/server/documents/streaming/page-writer.ts'
import {
  captionHeight,
  drawCaption,
  drawHeadline,
  drawNote,
} from '#platform/server/documents/streaming/paragraphs.ts'
import { DrawnTable } from '#platform/server/documents/streaming/streaming-table.ts'
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
export function drawBillFigures(paper: Paper, totals: readonly BillSums[]) {
  const [main] = totals
  if (!main) return
  const bills = totals.reduce((sum, each) => sum + each.bills, 0)
  const tile = (what: string, value: string, color?: string) => {
    return { label: says.inCurrency(what, main.currency), value, ...(color && { color }) }
  }
  const shown = (amount: string) => formatMoney(amount, main.currency)
  drawTiles(paper, [
    { label: totals.length > 1 ? says.allBills : says.bills, value: bills.toLocaleString('en-US') },
    tile(says.charges, shown(main.charges), palette.blue),
    tile(says.repriced, shown(main.repriced)),
    tile(says.saved, shown(main.saved), palette.green),
    tile(says.savedPercent, formatPercent(main.savedPercent), palette.green),
  ])
  drawHeadline(paper, says.keyFigures)
  drawSums(paper, says.currency, [{ lines: totals.map((sums) => [sums.currency, sums]) }])
  paper.y += 6
  drawNote(paper, says.savedNote)
  const waiting = totals.filter(({ unpricedBills }) => unpricedBills > 0)
  if (waiting.length === 0) return
  const unpriced = waiting.reduce((sum, { unpricedBills }) => sum + unpricedBills, 0)
  const amounts = waiting.map((sums) => formatMoney(sums.unpriced, sums.currency)).join(', ')
  drawNote(paper, says.unpricedNote(unpriced, amounts))
}

type Line = readonly [of: string, sums: BillSums]

/** The groups of one currency with their total; the heading names the currency if there are several. */
export type SumsOfCurrency = { title?: string; lines: readonly Line[]; total?: Line }

/** A table of totals by group. */
export function drawSums(paper: Paper, heading: string, groups: readonly SumsOfCurrency[]) {
  const columns = [{ heading, share: 26 }, ...sumColumns]
  const cellsOf = ([of, sums]: Line) => [of, ...sumCells(sums)]
  const samples = groups.flatMap(({ lines, total }) => [...lines, ...(total ? [total] : [])]).map(cellsOf)
  const table = new DrawnTable(paper, columns, samples)
  for (const { title, lines, total } of groups) {
    if (title !== undefined) table.group(title)
    for (const line of lines) table.row(cellsOf(line))
    if (total) table.total(cellsOf(total))
  }
  table.end()
}

/** Chart of charged, repriced and saved amounts for each currency. */
export function drawMoneyBars(paper: Paper, title: string, totals: readonly BillSums[]) {
  const isWaiting = totals.some(({ unpricedBills }) => unpricedBills > 0)
  const height = captionHeight + heightOfBars(isWaiting ? 4 : 3) + 8
  drawHeadline(paper, title)
  sideBySide(paper, { things: totals, height }, (sums, { x, width }) => {
    drawCaption(paper, sums.currency, x)
    drawBars(paper, { x, width, bars: barsOf(sums) })
  })
}

function barsOf({ currency, unpricedBills, ...sums }: BillSums): Bar[] {
  const bar = (kind: keyof typeof moneyTones, label: string) => {
    const shown = formatMoney(sums[kind], currency)
    return { label, tone: moneyTones[kind], value: Number(sums[kind]), shown }
  }
  const bars = [bar('charges', says.charges), bar('repriced', says.repriced), bar('saved', says.saved)]
  return unpricedBills > 0 ? [...bars, bar('unpriced', says.unpriced)] : bars
}
