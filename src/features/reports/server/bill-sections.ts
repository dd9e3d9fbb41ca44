import { z } from 'zod'
import { compareDecimals, formatMoney, writeDecimal } from '#platform/contract/money.ts'
import type { Database } from '#platform/db/database.ts'
import { queryRows, type Sql, sql } from '#platform/db/database.ts'
import { formatPeriod } from '../rules.ts'
import type { BillSelection, ReportFigure, ReportRow, ReportSection, ReportValue } from '../view-contract.ts'
import { viewMessages as text } from '../view-messages.ts'
import {
  addBillSums,
  type BillSums,
  billSums,
  type GroupSums,
  processedWithin,
  selectParts,
} from './bill-sums.ts'
import { type Days, findEarlierPeriods } from './find-earlier-periods.ts'

/** Loads the totals of the bills processed in a period, by currency, most bills first. */
export const findTotals = (scoped: Database, days: Days, signal: AbortSignal) =>
  queryRows(scoped, billSums, totalsQuery(days), { signal })

/**
 * Selects the totals of the bills processed in a period, by currency, most bills first. The state of payment depends on
 * the status, of which there are few, so it is read once for each instead of for each bill.
 *
 * @param more Further aggregates of bills `b` by status, and aggregates of these by currency.
 */
export const totalsQuery = (days: Days, more?: { byStatus: Sql; byCurrency: Sql }): Sql => sql`
  select l.currency, ${addBillSums} ${more ? sql`, ${more.byCurrency}` : sql``}
    from (select b.currency, b.payment_status, ${selectParts} ${more ? sql`, ${more.byStatus}` : sql``}
            from bill b
           where ${processedWithin(days)}
           group by b.currency, b.payment_status) as l
   group by l.currency
   order by sum(l.bills) desc, l.currency`

const unprocessed = z.object({ currency: z.string(), bills: z.number(), charges: z.string() })

/** Counts the bills for services that ended in a period and that have not been processed, by currency. */
const findUnprocessed = (scoped: Database, { first, last }: Days, signal: AbortSignal) =>
  queryRows(
    scoped,
    unprocessed,
    sql`
    select b.currency, count(*) as bills, sum(b.total_charges) as charges
      from bill b
     where b.processed_on is null and b.service_to between ${first}::date and ${last}::date
     group by b.currency
     order by b.currency`,
    { signal },
  )

/** What a section is compared with, and what it leaves out. */
type BillContext = {
  earlier: readonly Totals[]
  unprocessed: readonly z.infer<typeof unprocessed>[]
}

/** Loads what the sections of a report on bills need besides its own data. */
export const findBillContext = async (
  scoped: Database,
  days: Days,
  signal: AbortSignal,
): Promise<BillContext> => ({
  earlier: await findEarlierTotals(scoped, days, signal),
  unprocessed: await findUnprocessed(scoped, days, signal),
})

/** A period with its totals by currency. */
type Totals = Days & { label: string; totals: readonly BillSums[] }

/** Loads the totals of the prior period and of the same period last year. */
async function findEarlierTotals(scoped: Database, days: Days, signal: AbortSignal): Promise<Totals[]> {
  const { prior, lastYear } = findEarlierPeriods(days)
  return [
    { ...prior, label: text.earlier.prior, totals: await findTotals(scoped, prior, signal) },
    { ...lastYear, label: text.earlier.lastYear, totals: await findTotals(scoped, lastYear, signal) },
  ]
}

/** Selects the bills of a currency and a period, or some of them. */
export const selectBills = (
  { first, last }: Days,
  currency: string,
  change: Partial<BillSelection> = {},
): BillSelection => ({
  firstDay: first,
  lastDay: last,
  billCurrency: currency,
  client: '',
  billState: 'any',
  billGroup: '',
  billValue: '',
  billMatch: 'value',
  ...change,
})

const isNotZero = (amount: string) => compareDecimals(amount, '0') !== 0
const money = (amount: string, currency: string): ReportValue => ({ amount, currency })
const toPercent = (percent: string | null): ReportValue => (percent === null ? null : { percent })
const toCount = (count: number): ReportValue => ({ count, unit: '' })

/** The columns of the tables of bills. */
export const sumColumns = (['bills', 'charges', 'repriced', 'saved', 'savedPercent'] as const).map(
  (key) => text.figures[key],
)
/** The index of the column with the savings. */
export const savedColumn = sumColumns.indexOf(text.figures.saved)

/** The row of a table of bills. */
export const toRow = (
  label: string,
  sums: GroupSums,
  bills: BillSelection | null,
  axis = label,
): ReportRow => ({
  label,
  axis,
  bills,
  caseRow: null,
  values: [
    toCount(sums.bills),
    money(sums.charges, sums.currency),
    money(sums.repriced, sums.currency),
    money(sums.saved, sums.currency),
    toPercent(sums.savedPercent),
  ],
})

/**
 * The key figures and notes of one currency, without tables. They lead to the bills of that currency, unless the sums
 * are converted from several (`billCurrency` is empty then).
 */
export function toBillSection(
  days: Days,
  sums: BillSums,
  context: BillContext,
  billCurrency = sums.currency,
): ReportSection {
  const { earlier } = context
  const { currency, unpricedBills, unpriced } = sums
  const left = context.unprocessed.find((each) => each.currency === currency)
  const noteIf = (isNeeded: boolean, message: string, billState: BillSelection['billState']) =>
    isNeeded ? [{ text: message, bills: selectBills(days, billCurrency, { billState }) }] : []
  return {
    title: currency,
    figures: toFigures(days, sums, earlier, billCurrency),
    notes: [
      ...noteIf(
        isNotZero(sums.inReview),
        text.inReviewNote(formatMoney(sums.inReview, currency)),
        'in review',
      ),
      ...noteIf(isNotZero(sums.denied), text.deniedNote(formatMoney(sums.denied, currency)), 'denied'),
      ...noteIf(
        unpricedBills > 0,
        text.unpricedNote(unpricedBills, formatMoney(unpriced, currency)),
        'unpriced',
      ),
      ...(left ? [toUnprocessedNote(left)] : []),
    ],
    sums: { ...sums, savings: sums.saved },
    tables: [],
  }
}

const toUnprocessedNote = ({ bills, charges, currency }: z.infer<typeof unprocessed>) => ({
  text: text.unprocessedNote(bills, formatMoney(charges, currency)),
  bills: null,
})

/** Names the bills not processed yet in currencies that have no section, because no bill in them was processed. */
export function toLeftOutSections(totals: readonly BillSums[], context: BillContext): ReportSection[] {
  const left = context.unprocessed.filter((each) =>
    totals.every(({ currency }) => currency !== each.currency),
  )
  if (left.length === 0) return []
  return [{ title: null, figures: [], notes: left.map(toUnprocessedNote), sums: null, tables: [] }]
}

type FigureKey = keyof typeof text.figures

function toFigures(
  days: Days,
  sums: BillSums,
  earlier: readonly Totals[],
  billCurrency: string,
): ReportFigure[] {
  const { currency } = sums
  const part = (label: string, amount: string, state: BillSelection['billState']) => ({
    label,
    value: money(amount, currency),
    bills: isNotZero(amount) ? selectBills(days, billCurrency, { billState: state }) : null,
  })
  const figure = (key: FigureKey, parts: ReportFigure['parts'] = []): ReportFigure => ({
    label: text.figures[key],
    value: readFigure(key, sums),
    isSaving: key === 'saved',
    bills: selectBills(days, billCurrency),
    parts,
    earlier: earlier.map((period) => compare(key, sums, period, billCurrency)),
  })
  return [
    figure('saved', [
      part(text.settled, sums.settled, 'settled'),
      part(text.inReview, sums.inReview, 'in review'),
      ...(isNotZero(sums.denied) ? [part(text.denied, sums.denied, 'denied')] : []),
    ]),
    figure('savedPercent'),
    figure('charges', sums.unpricedBills > 0 ? [part(text.unpriced, sums.unpriced, 'unpriced')] : []),
    figure('repriced'),
    figure('bills'),
  ]
}

function readFigure(key: FigureKey, sums: BillSums): ReportValue {
  if (key === 'bills') return toCount(sums.bills)
  if (key === 'savedPercent') return toPercent(sums.savedPercent)
  return money(sums[key], sums.currency)
}

function compare(
  key: FigureKey,
  sums: BillSums,
  { label, first, last, totals }: Totals,
  billCurrency: string,
) {
  const { currency } = sums
  const before = totals.find((each) => each.currency === currency)
  return {
    label,
    period: formatPeriod(first, last),
    value: before ? readFigure(key, before) : null,
    change: before ? describeChange(key, sums, before) : null,
    bills: before ? selectBills({ first, last }, billCurrency) : null,
  }
}

/** Describes a change in percent, or of a percentage in points; null if there is nothing to compare with. */
export function describeChange(key: FigureKey, sums: BillSums, before: BillSums): string | null {
  const [now, then] = [Number(sums[key]), Number(before[key])]
  if (sums[key] === null || before[key] === null) return null
  const isShare = key === 'savedPercent'
  if (!isShare && then <= 0) return null
  const tenths = Math.round(isShare ? (now - then) * 10 : (1000 * (now - then)) / then)
  if (tenths === 0) return text.noChange
  const shown = `${tenths > 0 ? '+' : '−'}${writeDecimal({ units: BigInt(Math.abs(tenths)), places: 1 })}`
  return isShare ? text.points(shown) : text.percent(shown)
}
