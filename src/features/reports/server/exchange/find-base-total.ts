import { z } from 'zod'
import { formatDay } from '#platform/contract/date-format.ts'
import { currencyScale } from '#platform/contract/money.ts'
import { type Database, queryRow, queryRows, sql } from '#platform/db/database.ts'
import type { ReportSection, ReportTable } from '../../view-contract.ts'
import { viewMessages as text } from '../../view-messages.ts'
import { selectBills, sumColumns, toBillSection, toRow } from '../bill-sections.ts'
import { addBillSums, billSums, processedWithin, selectParts } from '../bill-sums.ts'
import { type Days, findEarlierPeriods } from '../find-earlier-periods.ts'
import type { Period } from '../report-definition.ts'
import { messages } from './exchange-messages.ts'

/** How many days a rate may be older than the bill: banks publish none on weekends and holidays. */
const maxRateAge = 7

const currencyRates = z.object({
  currency: z.string(),
  bills: z.number(),
  /** The bills without a rate, and the first day on which they were processed. */
  missing: z.number(),
  firstMissing: z.string().nullable(),
  /** The dates and sources of the rates; null and empty for the base currency itself. */
  first: z.string().nullable(),
  last: z.string().nullable(),
  sources: z.array(z.string()),
  /** The rate of each day on which bills were processed. */
  days: z.array(z.string()),
  rates: z.array(z.string().nullable()),
})
type CurrencyRates = z.infer<typeof currencyRates>

/** Finds the rates of each currency and day on which bills were processed. */
const findRates = (scoped: Database, base: string, days: Days, signal: AbortSignal) =>
  queryRows(
    scoped,
    currencyRates,
    sql`
    select r.currency, sum(r.bills)::integer as bills,
           coalesce(sum(r.bills) filter (where r.rate is null), 0)::integer as missing,
           min(r.processed_on) filter (where r.rate is null) as "firstMissing",
           min(r.rate_date) as first, max(r.rate_date) as last,
           array_remove(array_agg(distinct r.source), null) as sources,
           array_agg(r.processed_on::text) as days, array_agg(r.rate::text) as rates
      from (select d.currency, d.processed_on, d.bills,
                   case when d.currency = ${base} then 1 else e.rate end as rate, e.rate_date, e.source
              from (select b.currency, b.processed_on, count(*) as bills
                      from bill b
                     where ${processedWithin(days)}
                     group by b.currency, b.processed_on) as d
              left join lateral (
                   select e.rate, e.rate_date, e.source
                     from exchange_rate e
                    where e.base_currency = ${base} and e.currency = d.currency
                      and e.rate_date between d.processed_on - ${maxRateAge}::integer and d.processed_on
                    order by e.rate_date desc
                    limit 1) as e on true) as r
     group by r.currency
     order by sum(r.bills) desc, r.currency`,
    { signal },
  )

const convertedSums = billSums.extend({ original: z.string().nullable() })

/**
 * Sums the bills in the base currency: in total, with `original` null, and for each of their currencies. Without `offset
 * 0`, the database would convert each amount again for each of its sums.
 */
function findConverted(
  scoped: Database,
  base: string,
  days: Days,
  found: readonly CurrencyRates[],
  signal: AbortSignal,
) {
  const daily = found.flatMap(({ currency, days, rates }) =>
    days.map((day, at) => [currency, day, rates[at]]),
  )
  const [currencies, dates, rates] = [0, 1, 2].map((column) => daily.map((each) => each[column]))
  const scale = currencyScale(base)
  return queryRows(
    scoped,
    convertedSums,
    sql`
    select ${base}::text as currency, l.original, ${addBillSums}
      from (select b.original, b.payment_status, ${selectParts}
              from (select bill.currency as original, bill.payment_status,
                           round(bill.total_charges * r.rate, ${scale}::integer) as total_charges,
                           round(bill.repriced_amount * r.rate, ${scale}::integer) as repriced_amount
                      from (select * from bill b where ${processedWithin(days)}) as bill
                      join unnest(${currencies}::text[], ${dates}::date[], ${rates}::numeric[])
                           as r (currency, processed_on, rate) using (currency, processed_on)
                    offset 0) as b
             group by b.original, b.payment_status) as l
     group by grouping sets ((), (l.original))
     order by l.original is not null, sum(l.bills) desc, l.original`,
    { signal },
  )
}

/**
 * Loads one total of all currencies in the client's base currency: none if all bills are in that currency, or the
 * client has no base currency; only a sentence if a rate is missing.
 */
export async function findBaseTotal(
  scoped: Database,
  period: Period,
  signal: AbortSignal,
): Promise<ReportSection[]> {
  const { baseCurrency: base } = period
  if (base === null || !(await hasOtherCurrency(scoped, base, period, signal))) return []
  const rates = await findRates(scoped, base, period, signal)
  const missing = rates.filter((each) => each.missing > 0)
  if (missing.length > 0) {
    const named = missing.map(({ currency, missing: bills, firstMissing }) => ({
      currency,
      bills,
      first: formatDay(firstMissing ?? ''),
    }))
    const note = { text: messages.noTotal(base, named), bills: null }
    return [{ title: null, figures: [], notes: [note], sums: null, tables: [] }]
  }
  const [total, ...currencies] = await findConverted(scoped, base, period, rates, signal)
  if (!total) return []
  const earlier = await findEarlierTotals(scoped, base, period, signal)
  const section = toBillSection(period, total, { earlier, unprocessed: [] }, '')
  return [
    {
      ...section,
      title: messages.title(base),
      tables: [toCurrencies(period, total, currencies, describeRates(base, rates))],
    },
  ]
}

type Converted = z.infer<typeof convertedSums>

const toCurrencies = (
  period: Period,
  total: Converted,
  currencies: Converted[],
  note: string,
): ReportTable => ({
  title: messages.byCurrency,
  heading: messages.currency,
  columns: sumColumns,
  chart: null,
  note,
  rows: currencies.map((sums) => toRow(sums.original ?? '', sums, selectBills(period, sums.original ?? ''))),
  total: toRow(messages.total, total, selectBills(period, '')),
})

/** Says how bills are converted, and names the source and dates of the rates of each currency. */
const describeRates = (base: string, rates: readonly CurrencyRates[]): string =>
  [
    messages.method(base),
    ...rates.flatMap(({ currency, sources, first, last }) =>
      first && last ? [messages.rates(currency, sources.join(', '), formatDay(first), formatDay(last))] : [],
    ),
  ].join(' ')

async function hasOtherCurrency(scoped: Database, base: string, days: Days, signal: AbortSignal) {
  const query = sql`select from bill b where ${processedWithin(days)} and b.currency <> ${base} limit 1`
  return (await queryRow(scoped, z.object({}), query, { signal })) !== undefined
}

/** Loads the totals of earlier periods; a period whose rates are missing is left out. */
async function findEarlierTotals(scoped: Database, base: string, days: Days, signal: AbortSignal) {
  const { prior, lastYear } = findEarlierPeriods(days)
  const earlier = []
  for (const [label, before] of [
    [text.earlier.prior, prior],
    [text.earlier.lastYear, lastYear],
  ] as const) {
    const rates = await findRates(scoped, base, before, signal)
    if (rates.some(({ missing }) => missing > 0)) continue
    const [total] = rates.length > 0 ? await findConverted(scoped, base, before, rates, signal) : []
    earlier.push({ ...before, label, totals: total ? [total] : [] })
  }
  return earlier
}
