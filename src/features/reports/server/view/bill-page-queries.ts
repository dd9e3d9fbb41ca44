import { z } from 'zod'
import { type Database, queryRows, type Sql, sql } from '#platform/db/database.ts'
import { type BillSelection, billsPerPage, reportBill } from '../../view-contract.ts'
import { billColumns, billSums, isSettled, processedWithin, selectBillSums } from '../bill-sums.ts'

/** The last bill of the page before; empty for the first page. */
type Position = { afterDay: string; afterItn: string }

/** Lists the next selected bills, last processed first: one more than a page has, if there are more. */
export const findBillPage = (
  scoped: Database,
  selection: BillSelection,
  { afterDay, afterItn }: Position,
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
             limit ${billsPerPage + 1}) as b
      join incident i using (incident_number)
     order by b.processed_on desc, b.itn desc`,
    { signal },
  )

const pageSums = billSums.pick({ currency: true, bills: true, charges: true, repriced: true, saved: true })

/** Sums all selected bills, by currency. */
export const findBillSums = (scoped: Database, selection: BillSelection, signal: AbortSignal) =>
  queryRows(
    scoped,
    z.object(pageSums.shape),
    sql`
    select b.currency, ${selectBillSums}
      from bill b
     where ${conditions(selection)}
     group by b.currency
     order by count(*) desc, b.currency`,
    { signal },
  )

const states: Record<BillSelection['billState'], Sql> = {
  any: sql`true`,
  unpriced: sql`b.repriced_amount is null`,
  settled: sql`b.repriced_amount is not null and ${isSettled}`,
  'in review': sql`b.repriced_amount is not null and not ${isSettled}`,
}

/** SQL condition: whether bill `b` is selected. The client is part of the scope. */
function conditions({ firstDay, lastDay, billState, ...groups }: BillSelection): Sql {
  const { billCurrency, billProvider, billStatus } = groups
  return sql.join(
    [
      processedWithin({ first: firstDay, last: lastDay }),
      states[billState],
      ...(billCurrency === '' ? [] : [sql`b.currency = ${billCurrency}`]),
      ...(billProvider === '' ? [] : [sql`b.provider_name = ${billProvider}`]),
      ...(billStatus === '' ? [] : [sql`b.payment_status = ${billStatus}`]),
    ],
    sql` and `,
  )
}
