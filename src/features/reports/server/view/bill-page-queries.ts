import { type Database, queryRows, type Sql, scopedCodes, sql } from '#platform/db/database.ts'
import { type BillSelection, reportBill } from '../../view-contract.ts'
import { findGroupCondition } from '../bill-groups.ts'
import { billColumns, billStates, groupSums, processedWithin, selectGroupSums } from '../bill-sums.ts'

/** The last bill of the page before, empty for the first page, and the number of bills on a page. */
type Page = { afterDay: string; afterItn: string; limit: number }

/**
 * Lists the next bills that meet `condition`, last processed first: one more than a page has, if there are
 * more. Each client's newest bills are read in the order of an index, so that not all bills have to be sorted.
 */
export const findBillPage = (
  scoped: Database,
  condition: Sql,
  { afterDay, afterItn, limit }: Page,
  signal: AbortSignal,
) =>
  queryRows(
    scoped,
    reportBill,
    sql`
    select b.client_code     as client,
           b.itn,
           b.incident_number as "incidentNumber",
           i.row_key         as "caseRow",
           ${billColumns}
      from (select newest.*
              from unnest(${scopedCodes}) as scope (code)
             cross join lateral (
                   select b.*
                     from bill b
                    where b.client_code = scope.code and ${condition}
                      ${afterDay === '' ? sql`` : sql`and (b.processed_on, b.itn) < (${afterDay}::date, ${afterItn})`}
                    order by b.processed_on desc, b.itn desc
                    limit ${limit + 1}) as newest
             order by newest.processed_on desc, newest.itn desc
             limit ${limit + 1}) as b
      join incident i using (incident_number)
     order by b.processed_on desc, b.itn desc`,
    { signal },
  )

const pageSums = groupSums.omit({ savedPercent: true })

/** Sums the bills that meet `condition`, by currency. */
export const findBillSums = (scoped: Database, condition: Sql, signal: AbortSignal) =>
  queryRows(
    scoped,
    pageSums,
    sql`
    select b.currency, ${selectGroupSums}
      from bill b
     where ${condition}
     group by b.currency
     order by count(*) desc, b.currency`,
    { signal },
  )

const { settled, inReview, denied } = billStates(sql.ref('b'))
const pricedCondition = sql`b.repriced_amount is not null`
const states: Record<BillSelection['billState'], Sql> = {
  any: sql`true`,
  unpriced: sql`b.repriced_amount is null`,
  settled: sql`${pricedCondition} and ${settled}`,
  'in review': sql`${pricedCondition} and ${inReview}`,
  denied: sql`${pricedCondition} and ${denied}`,
}

/** Returns the SQL condition whether bill `b` is selected. The client is part of the scope. */
export async function findBillCondition(scoped: Database, selection: BillSelection, signal: AbortSignal) {
  const { firstDay: first, lastDay: last, billState, billCurrency } = selection
  const conditions = [
    processedWithin({ first, last }),
    states[billState],
    ...(billCurrency === '' ? [] : [sql`b.currency = ${billCurrency}`]),
    await findGroupCondition(scoped, selection, { first, last }, signal),
  ]
  return sql.join(conditions, sql` and `)
}
