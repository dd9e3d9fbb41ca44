import { z } from 'zod'
import { type Database, queryRows, sql } from '#platform/db/database.ts'
import { findTotals } from '../bill-sections.ts'
import { billColumns, groupSums, processedWithin, selectGroupSums } from '../bill-sums.ts'
import type { Period } from '../report-definition.ts'

const clientTotals = groupSums.extend({ client: z.string(), code: z.string() })
const statusCount = z.object({ status: z.string(), bills: z.number(), longestItn: z.number() })

/** The summary of the Bill Detail report, without its bills. */
export type BillDetailData = NonNullable<Awaited<ReturnType<typeof findBillDetail>>>

export async function findBillDetail(scoped: Database, period: Period, signal: AbortSignal) {
  const totals = await findTotals(scoped, period, signal)
  if (totals.length === 0) return undefined
  const clients = await queryRows(
    scoped,
    clientTotals,
    sql`
    select c.name || ' (' || c.code || ')' as client, c.code, b.currency, ${selectGroupSums}
      from bill b
      join client_code c on c.code = b.client_code
     where ${processedWithin(period)}
     group by c.code, b.currency
     order by c.position, c.code, count(*) desc, b.currency`,
    { signal },
  )
  const statuses = await queryRows(
    scoped,
    statusCount,
    sql`
    select b.payment_status as status, count(*) as bills, max(length(b.itn)) as "longestItn"
      from bill b
     where ${processedWithin(period)}
     group by b.payment_status
     order by count(*) desc, b.payment_status`,
    { signal },
  )
  const cases = await queryRows(scoped, topCase, casesQuery(period), { signal })
  return { rows: totals.reduce((sum, { bills }) => sum + bills, 0), totals, clients, statuses, cases }
}

/** How many cases with the largest savings are listed for each currency. */
const maxCases = 10

const topCase = groupSums.extend({ incidentNumber: z.string(), caseRow: z.string() })

/** Selects the cases with the largest savings in each currency. */
const casesQuery = (period: Period) => sql`
  with summed as (
    select b.incident_number, b.currency, ${selectGroupSums}
      from bill b
     where ${processedWithin(period)}
     group by b.incident_number, b.currency
  ), ranked as (
    select s.*, row_number() over (partition by s.currency order by s.saved desc, s.incident_number) as rank
      from summed s
     where s.saved > 0
  )
  select r.*, r.incident_number as "incidentNumber", i.row_key as "caseRow"
    from ranked r
    join incident i using (incident_number)
   where r.rank <= ${maxCases}
   order by r.currency, r.rank`

export const row = z.object({
  client: z.string(),
  itn: z.string(),
  incidentNumber: z.string(),
  patientName: z.string(),
  providerName: z.string(),
  serviceFrom: z.string(),
  serviceTo: z.string(),
  processedDate: z.string(),
  paymentStatus: z.string(),
  currency: z.string(),
  charges: z.string(),
  repriced: z.string().nullable(),
  saved: z.string().nullable(),
  savedPercent: z.string().nullable(),
})
export type BillDetailRow = z.infer<typeof row>

export const query = (period: Period) => sql`
  select c.name || ' (' || c.code || ')' as client,
         b.itn,
         b.incident_number as "incidentNumber",
         p.last_name || ', ' || p.first_name as "patientName",
         ${billColumns}
    from bill b
    join client_code c on c.code = b.client_code
    join incident i using (incident_number)
    join patient p on p.client_code = i.client_code and p.patient_code = i.patient_code
   where ${processedWithin(period)}
   order by c.position, c.code, b.processed_on, b.itn`
