import { z } from 'zod'
import { type Database, queryRow, queryRows, type Sql, sql } from '#platform/db/database.ts'
import { findTotals } from '../bill-sections.ts'
import { billSums, processedWithin, selectBillSums } from '../bill-sums.ts'
import type { Period } from '../report-definition.ts'
import { chooseUnit } from '../time-buckets.ts'

/** How many providers per currency are listed by name; the others are combined into one line. */
const maxProviders = 20

const group = billSums.extend({ key: z.string() })
export type SavingsGroup = z.infer<typeof group>

/** The figures of the Savings Summary: totals by currency, and several breakdowns. */
export type SavingsData = NonNullable<Awaited<ReturnType<typeof findSavingsData>>>

/** Loads the figures of the Savings Summary; undefined if no bill was processed in the period. */
export async function findSavingsData(scoped: Database, period: Period, signal: AbortSignal) {
  const span = await queryRow(
    scoped,
    z.object({ first: z.string().nullable(), last: z.string().nullable() }),
    sql`select min(b.processed_on) as first, max(b.processed_on) as last from bill b where ${processedWithin(period)}`,
    { signal },
  )
  if (!span?.first || !span.last) return undefined
  const unit = chooseUnit(span.first, span.last, ['month', 'quarter', 'year'])
  const by = (key: Sql, order: Sql) =>
    queryRows(scoped, group, sql`${groupedQuery(key, period)} order by ${order}`, { signal })
  const totals = await findTotals(scoped, period, signal)
  return {
    rows: 0,
    bills: totals.reduce((sum, { bills }) => sum + bills, 0),
    unit,
    span: { first: span.first, last: span.last },
    totals,
    periods: await by(
      sql`date_trunc(${unit}::text, b.processed_on::timestamp)::date::text`,
      sql`key, b.currency`,
    ),
    clients: await queryRows(scoped, group.extend({ code: z.string() }), clientsQuery(period), { signal }),
    statuses: await by(sql`b.payment_status`, sql`count(*) desc, key, b.currency`),
    providers: await queryRows(scoped, group, providersQuery(period), { signal }),
  }
}

const groupedQuery = (key: Sql, period: Period) => sql`
  select ${key} as key, b.currency, ${selectBillSums}
    from bill b
   where ${processedWithin(period)}
   group by 1, b.currency`

const clientsQuery = (period: Period) => sql`
  select c.name || ' (' || c.code || ')' as key, c.code, b.currency, ${selectBillSums}
    from bill b
    join client_code c on c.code = b.client_code
   where ${processedWithin(period)}
   group by c.code, b.currency
   order by c.position, c.code, b.currency`

/**
 * Selects the providers with the largest savings, largest first, and one row with an empty key for all
 * others.
 */
const providersQuery = (period: Period) => sql`
  with ranked as (
    select b.provider_name, b.currency,
           row_number() over (partition by b.currency
                              order by coalesce(sum(b.total_charges - b.repriced_amount), 0) desc, b.provider_name) as rank
      from bill b
     where ${processedWithin(period)}
     group by b.provider_name, b.currency)
  select case when r.rank <= ${maxProviders}::integer then b.provider_name else '' end as key, b.currency, ${selectBillSums}
    from bill b
    join ranked r using (provider_name, currency)
   where ${processedWithin(period)}
   group by 1, b.currency
   order by b.currency, min(least(r.rank, ${maxProviders + 1}::integer))`
