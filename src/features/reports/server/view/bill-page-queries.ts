import { type Database, queryRows, type Sql, sql } from '#platform/db/database.ts'
import { type BillSelection, reportBill } from '../../view-contract.ts'
import { isInGroup } from '../bill-groups.ts'
import { billColumns, billStates, groupSums, processedWithin, selectGroupSums } from '../bill-sums.ts'

/** The last bill of the page before, empty for the first page, and the number of bills on a page. */
type Page = { afterDay: string; afterItn: string; limit: number }

/** Lists the next selected bills, last processed first: one more than a page has, if there are more. */
export const findBillPage = (
  scoped: Database,
  selection: BillSelection,
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
      from (select b.*
              from bill b
             where ${conditions(selection)}
               ${afterDay === '' ? sql`` : sql`and (b.processed_on, b.itn) < (${afterDay}::date, ${afterItn})`}
             order by b.processed_on desc, b.itn desc
             limit ${limit + 1}) as b
      join incident i using (incident_number)
     order by b.processed_on desc, b.itn desc`,
    { signal },
  )

const pageSums = groupSums.omit({ savedPercent: true })

/** Sums all selected bills, by currency. */
export const findBillSums = (scoped: Database, selection: BillSelection, signal: AbortSignal) =>
  queryRows(
    scoped,
    pageSums,
    sql`
    select b.currency, ${selectGroupSums}
      from bill b
     where ${conditions(selection)}
     group by b.currency
     order by count(*) desc, b.currency`,
    { signal },
  )

const { settled, inReview, denied } = billStates(sql.ref('b'))
const isPriced = sql`b.repriced_amount is not null`
const states: Record<BillSelection['billState'], Sql> = {
  any: sql`true`,
  unpriced: sql`b.repriced_amount is null`,
  settled: sql`${isPriced} and ${settled}`,
  'in review': sql`${isPriced} and ${inReview}`,
  denied: sql`${isPriced} and ${denied}`,
}

/** SQL condition: whether bill `b` is selected. The client is part of the scope. */
function conditions({ firstDay: first, lastDay: last, billState, ...selection }: BillSelection): Sql {
  const { billCurrency } = selection
  return sql.join(
    [
      processedWithin({ first, last }),
      states[billState],
      ...(billCurrency === '' ? [] : [sql`b.currency = ${billCurrency}`]),
      isInGroup(selection, { first, last }),
    ],
    sql` and `,
  )
}
