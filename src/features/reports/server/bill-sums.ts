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

const text = messages.document
const number = (heading: string, share: number) => ({ heading, share, isNumber: true })

/** The columns of totals, which follow the group column. */
const sumColumns = [
  number(text.bills, 10),
  number(text.charges, 18),
  number(text.repriced, 18),
  number(text.saved, 18),
  number(text.savedPercent, 10),
]

/** Draws the key figures of a bill report: tiles for the most frequent currency, and a table for all currencies. */
export function drawBillFigures(writer: PageWriter, totals: readonly BillSums[]) {
  const [main] = totals
  if (!main) return
  const bills = totals.reduce((sum, each) => sum + each.bills, 0)
  const tile = (what: string, value: string, color?: string) => {
    return { label: text.inCurrency(what, main.currency), value, ...(color && { color }) }
  }
  const shown = (amount: string) => formatMoney(amount, main.currency)
  drawKpiTiles(writer, [
    { label: totals.length > 1 ? text.allBills : text.bills, value: bills.toLocaleString('en-US') },
    tile(text.charges, shown(main.charges), palette.blue),
    tile(text.repriced, shown(main.repriced)),
    tile(text.saved, shown(main.saved), palette.green),
    tile(text.savedPercent, formatPercent(main.savedPercent), palette.green),
  ])
  drawHeadline(writer, text.keyFigures)
  drawSums(writer, text.currency, [{ lines: totals.map((sums) => [sums.currency, sums]) }])
  writer.y += 6
  drawNote(writer, text.savedNote)
  for (const [state, describe] of [
    ['inReview', text.inReviewNote],
    ['denied', text.deniedNote],
  ] as const) {
    const some = totals.filter((sums) => compareDecimals(sums[state], '0') !== 0)
    const amounts = some.map((sums) => formatMoney(sums[state], sums.currency))
    if (amounts.length > 0) drawNote(writer, describe(amounts.join(', ')))
  }
  const waiting = totals.filter(({ unpricedBills }) => unpricedBills > 0)
  if (waiting.length === 0) return
  const unpriced = waiting.reduce((sum, { unpricedBills }) => sum + unpricedBills, 0)
  const amounts = waiting.map((sums) => formatMoney(sums.unpriced, sums.currency)).join(', ')
  drawNote(writer, text.unpricedNote(unpriced, amounts))
}

type Line = readonly [of: string, sums: GroupSums]

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
  const bars = [bar('charges', text.charges), bar('repriced', text.repriced), bar('saved', text.saved)]
  return unpricedBills > 0 ? [...bars, bar('unpriced', text.unpriced)] : bars
}

/** Exact sums of bills in one currency, as tables list them. */
export const groupSums = z.object({
  currency: z.string(),
  bills: z.number(),
  charges: z.string(),
  repriced: z.string(),
  /** For repriced bills only: charges minus repriced amounts, and the result as a percentage of charges. */
  saved: z.string(),
  savedPercent: z.string().nullable(),
})
export type GroupSums = z.infer<typeof groupSums>

/** Exact totals of bills in one currency. */
export const billSums = groupSums.extend({
  /** The savings of bills by the state of their payment: saved = settled + inReview + denied. */
  settled: z.string(),
  inReview: z.string(),
  denied: z.string(),
  /**
   * The number of bills without a repriced amount and their charges: charges = repriced + saved + unpriced.
   */
  unpricedBills: z.number(),
  unpriced: z.string(),
})
export type BillSums = z.infer<typeof billSums>

const hasStatus = (row: Sql, statuses: readonly string[]) =>
  sql`lower(${row}.payment_status collate "C") = any(${[...statuses]}::text[])`

/**
 * SQL conditions: the state of payment of bill `row`. The savings of a settled bill will not change, and nothing is paid
 * for a denied one. Bills of any other status are still in review.
 */
export const billStates = (row: Sql) => {
  const settled = hasStatus(row, ['paid', 'approved', 'closed', 'settled'])
  const denied = hasStatus(row, [
    'denied',
    'rejected',
    'declined',
    'void',
    'voided',
    'withdrawn',
    'canceled',
    'cancelled',
    'duplicate',
  ])
  return { settled, denied, inReview: sql`not (${settled} or ${denied})` }
}

const unpricedCondition = sql`b.repriced_amount is null`

/** Aggregates of the bills `b`, from which all sums are computed. */
const parts = {
  bills: sql`count(*)`,
  charges: sql`sum(b.total_charges)`,
  repriced: sql`coalesce(sum(b.repriced_amount), 0)`,
  unpriced: sql`coalesce(sum(b.total_charges) filter (where ${unpricedCondition}), 0)`,
  unpricedBills: sql`count(*) filter (where ${unpricedCondition})`,
}
type PartValues = Record<keyof typeof parts, Sql>

/** The sums of these aggregates for several groups `l`. */
const added: PartValues = {
  bills: sql`sum(l.bills)::integer`,
  charges: sql`sum(l.charges)`,
  repriced: sql`sum(l.repriced)`,
  unpriced: sql`sum(l.unpriced)`,
  unpricedBills: sql`sum(l."unpricedBills")::integer`,
}

const selectAll = (values: PartValues) =>
  sql.join(Object.entries(values).map(([name, value]) => sql`${value} as ${sql.ref(name)}`))

const computeSums = ({ bills, charges, repriced, unpriced }: PartValues) => sql`
  ${bills} as bills, ${charges} as charges, ${repriced} as repriced, ${charges} - ${unpriced} - ${repriced} as saved,
  round(100 * (${charges} - ${unpriced} - ${repriced}) / nullif(${charges} - ${unpriced}, 0), 1) as "savedPercent"`

/** Selects the columns of `GroupSums`, except the currency, for a group of the bills `b`. */
export const selectGroupSums = computeSums(parts)

/** Selects what the columns below are computed from, for a group of the bills `b`, or for several groups `l`. */
export const selectParts = selectAll(parts)
export const addParts = selectAll(added)

/** Selects the columns of `GroupSums`, except the currency, for several groups `l`. */
export const addGroupSums = computeSums(added)

const states = billStates(sql.ref('l'))
const savedIn = (state: Sql) =>
  sql`coalesce(sum(l.charges - l.unpriced - l.repriced) filter (where ${state}), 0)`

/** Selects the columns of `BillSums`, except the currency, for several groups `l` of bills with one status each. */
export const addBillSums = sql`
  ${addGroupSums}, ${savedIn(states.settled)} as settled, ${savedIn(states.inReview)} as "inReview",
  ${savedIn(states.denied)} as denied, ${added.unpricedBills} as "unpricedBills", ${added.unpriced} as unpriced`

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
export const formatSums = ({ currency, ...sums }: GroupSums): string[] => [
  sums.bills.toLocaleString('en-US'),
  formatMoney(sums.charges, currency),
  formatMoney(sums.repriced, currency),
  formatMoney(sums.saved, currency),
  formatPercent(sums.savedPercent),
]
