import { z } from 'zod'
import { compareDecimals, formatMoney } from '#platform/contract/money.ts'
import { type Sql, sql } from '#platform/db/database.ts'
import { palette } from '#platform/pdf/palette.ts'
import { type Bar, barsHeight, drawBars } from '#platform/pdf/streaming/charts.ts'
import { moneyPatterns } from '#platform/pdf/streaming/content-stream.ts'
import {
  captionHeight,
  drawCaption,
  drawHeadline,
  drawKpiTiles,
  drawNote,
  drawSideBySide,
} from '#platform/pdf/streaming/page-sections.ts'
import type { PageWriter } from '#platform/pdf/streaming/page-writer.ts'
import { StreamingTable } from '#platform/pdf/streaming/streaming-table.ts'
import { messages } from '../messages.ts'
import type { Period } from './report-definition.ts'

const labels = messages.document
const number = (heading: string, share: number) => ({ heading, share, isNumber: true })

/** The columns of totals, which follow the group column. */
const sumColumns = [
  number(labels.bills, 10),
  number(labels.charges, 18),
  number(labels.repriced, 18),
  number(labels.saved, 18),
  number(labels.savedPercent, 10),
]

/** Draws the key figures of a bill report: tiles for the most frequent currency, and a table for all currencies. */
export function drawBillFigures(writer: PageWriter, totals: readonly BillSums[]) {
  const [main] = totals
  if (!main) return
  const bills = totals.reduce((sum, each) => sum + each.bills, 0)
  const tile = (what: string, value: string, color?: string) => {
    return { label: labels.inCurrency(what, main.currency), value, ...(color && { color }) }
  }
  const shown = (amount: string) => formatMoney(amount, main.currency)
  drawKpiTiles(writer, [
    { label: totals.length > 1 ? labels.allBills : labels.bills, value: bills.toLocaleString('en-US') },
    tile(labels.charges, shown(main.charges), palette.blue),
    tile(labels.repriced, shown(main.repriced)),
    tile(labels.saved, shown(main.saved), palette.green),
    tile(labels.savedPercent, formatPercent(main.savedPercent), palette.green),
  ])
  drawHeadline(writer, labels.keyFigures)
  drawSums(writer, labels.currency, [{ lines: totals.map((sums) => [sums.currency, sums]) }])
  writer.y += 6
  drawNote(writer, labels.savedNote)
  const inReview = totals.filter((sums) => compareDecimals(sums.inReview, '0') !== 0)
  if (inReview.length > 0)
    drawNote(
      writer,
      labels.inReviewNote(inReview.map((sums) => formatMoney(sums.inReview, sums.currency)).join(', ')),
    )
  const waiting = totals.filter(({ unpricedBills }) => unpricedBills > 0)
  if (waiting.length === 0) return
  const unpriced = waiting.reduce((sum, { unpricedBills }) => sum + unpricedBills, 0)
  const amounts = waiting.map((sums) => formatMoney(sums.unpriced, sums.currency)).join(', ')
  drawNote(writer, labels.unpricedNote(unpriced, amounts))
}

type Line = readonly [of: string, sums: BillSums]

/** The groups of one currency with their total; `title` names the currency if there are several. */
export type CurrencySums = { title?: string; lines: readonly Line[]; total?: Line }

/** Draws a table of totals by group. */
export function drawSums(writer: PageWriter, heading: string, groups: readonly CurrencySums[]) {
  const columns = [{ heading, share: 26 }, ...sumColumns]
  const formatLine = ([of, sums]: Line) => [of, ...formatSums(sums)]
  const samples = groups.flatMap(({ lines, total }) => [...lines, ...(total ? [total] : [])]).map(formatLine)
  const table = new StreamingTable(writer, columns, samples)
  for (const { title, lines, total } of groups) {
    if (title !== undefined) table.group(title)
    for (const line of lines) table.row(formatLine(line))
    if (total) table.total(formatLine(total))
  }
  table.end()
}

/** Draws a chart of charged, repriced and saved amounts for each currency. */
export function drawMoneyBars(writer: PageWriter, title: string, totals: readonly BarSums[]) {
  const isWaiting = totals.some(({ unpricedBills }) => unpricedBills > 0)
  const height = captionHeight + barsHeight(isWaiting ? 4 : 3) + 8
  drawHeadline(writer, title)
  drawSideBySide(writer, { things: totals, height }, (sums, { x, width }) => {
    drawCaption(writer, sums.currency, x)
    drawBars(writer, { x, width, bars: toBars(sums) })
  })
}

type BarSums = Pick<BillSums, 'currency' | 'charges' | 'repriced' | 'saved' | 'unpriced' | 'unpricedBills'>

function toBars({ currency, unpricedBills, ...sums }: BarSums): Bar[] {
  const bar = (kind: keyof typeof moneyPatterns, label: string) => {
    const shown = formatMoney(sums[kind], currency)
    return { label, pattern: moneyPatterns[kind], value: Number(sums[kind]), shown }
  }
  const bars = [bar('charges', labels.charges), bar('repriced', labels.repriced), bar('saved', labels.saved)]
  return unpricedBills > 0 ? [...bars, bar('unpriced', labels.unpriced)] : bars
}

/** Exact totals of bills in one currency. */
export const billSums = z.object({
  currency: z.string(),
  bills: z.number(),
  charges: z.string(),
  repriced: z.string(),
  /** For repriced bills only: charges minus repriced amounts, and the result as a percentage of charges. */
  saved: z.string(),
  savedPercent: z.string().nullable(),
  /** The savings of bills that are settled, and of those still in review: saved = settled + inReview. */
  settled: z.string(),
  inReview: z.string(),
  /**
   * The number of bills without a repriced amount and their charges: charges = repriced + saved + unpriced.
   */
  unpricedBills: z.number(),
  unpriced: z.string(),
})
export type BillSums = z.infer<typeof billSums>

/**
 * SQL condition: whether bill `b` is settled, so that its savings will not change. Bills of any other status are still
 * in review. Without parameters, so that the database computes equal sums once.
 */
export const isSettled = sql`(lower(b.payment_status) in ('paid', 'approved', 'closed', 'settled'))`

/** SQL condition: whether bill `b` has been repriced. */
const isPriced = sql`b.repriced_amount is not null`

/** Aggregates of the bills `b`, from which `computeSums` computes `BillSums`. */
const parts = {
  bills: sql`count(*)`,
  charges: sql`sum(b.total_charges)`,
  repriced: sql`coalesce(sum(b.repriced_amount), 0)`,
  priced: sql`coalesce(sum(b.total_charges) filter (where ${isPriced}), 0)`,
  settled: sql`coalesce(sum(b.total_charges - b.repriced_amount) filter (where ${isSettled}), 0)`,
  unpricedBills: sql`count(*) filter (where not ${isPriced})`,
}

type PartValues = Record<keyof typeof parts, Sql>

const computeSums = ({ bills, charges, repriced, priced, settled, unpricedBills }: PartValues) => sql`
  ${bills} as bills, ${charges} as charges, ${repriced} as repriced, ${priced} - ${repriced} as saved,
  round(100 * (${priced} - ${repriced}) / nullif(${priced}, 0), 1) as "savedPercent",
  ${settled} as settled, ${priced} - ${repriced} - ${settled} as "inReview",
  ${unpricedBills} as "unpricedBills", ${charges} - ${priced} as unpriced`

/** Selects the columns of `BillSums`, except the currency, for a group of the bills `b`. */
export const selectBillSums = computeSums(parts)

/** Selects what `addParts` adds up, for a group of the bills `b`. */
export const selectParts = sql`
  ${parts.bills} as bills, ${parts.charges} as charges, ${parts.repriced} as repriced, ${parts.priced} as priced,
  ${parts.settled} as settled, ${parts.unpricedBills} as unpriced`

/** Selects the columns of `BillSums`, except the currency, for several groups `l`. */
export const addParts = computeSums({
  bills: sql`sum(l.bills)::integer`,
  charges: sql`sum(l.charges)`,
  repriced: sql`sum(l.repriced)`,
  priced: sql`sum(l.priced)`,
  settled: sql`sum(l.settled)`,
  unpricedBills: sql`sum(l.unpriced)::integer`,
})

/** The columns of a bill `b` in lists of bills, with its savings. */
export const billColumns = sql`
         b.provider_name   as "providerName",
         b.service_from    as "serviceFrom",
         b.service_to      as "serviceTo",
         b.processed_on    as "processedDate",
         b.payment_status  as "paymentStatus",
         b.currency,
         b.total_charges   as charges,
         b.repriced_amount as repriced,
         b.total_charges - b.repriced_amount as saved,
         round(100 * (b.total_charges - b.repriced_amount) / nullif(b.total_charges, 0), 1) as "savedPercent"`

/** SQL condition: whether bill `b` was processed in a period. */
export const processedWithin = ({ first, last }: Pick<Period, 'first' | 'last'>) =>
  sql`b.processed_on between ${first}::date and ${last}::date`

/** Formats a percentage; empty if there is none. */
export const formatPercent = (percent: string | null): string => (percent === null ? '' : `${percent}%`)

/** Formats totals as table cells: bills, charges, repriced, saved, saved %. */
export const formatSums = ({ currency, ...sums }: BillSums): string[] => [
  sums.bills.toLocaleString('en-US'),
  formatMoney(sums.charges, currency),
  formatMoney(sums.repriced, currency),
  formatMoney(sums.saved, currency),
  formatPercent(sums.savedPercent),
]
