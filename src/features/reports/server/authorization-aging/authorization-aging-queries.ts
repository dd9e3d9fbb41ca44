import { z } from 'zod'
import { waitSpans } from '#authorizations/rules.ts'
import { type Database, queryRow, queryRows, type Sql, sql } from '#platform/db/database.ts'
import type { Period } from '../report-definition.ts'

/** SQL condition: whether authorization `r` is pending and was received in a period. */
export const pendingWithin = ({ first, last, timeZone }: Period) => sql`
  r.is_pending
    and r.received_at >= (${first}::date)::timestamp at time zone ${timeZone}
    and r.received_at < (${last}::date + 1)::timestamp at time zone ${timeZone}`

/** SQL expression: the age of an authorization in whole days. */
export const ageInDays = (at: Date) =>
  sql`greatest(0, floor(extract(epoch from ${at}::timestamptz - r.received_at) / 86400))::integer`

const ages = z.object({ count: z.number(), oldest: z.number().nullable(), median: z.number().nullable() })
const currencyTotal = z.object({ currency: z.string(), count: z.number(), total: z.string() })
const spanTotal = currencyTotal.extend({ span: z.number() })

/** The summary of the Authorization Aging report, without the authorizations. */
export type AgingData = NonNullable<Awaited<ReturnType<typeof findAging>>>

export async function findAging(scoped: Database, period: Period, signal: AbortSignal) {
  const { at } = period
  const pending = sql`from authorization_request r where ${pendingWithin(period)}`
  const found = await queryRow(
    scoped,
    ages,
    sql`
    select count(*) as count, max(${ageInDays(at)}) as oldest,
           percentile_disc(0.5) within group (order by ${ageInDays(at)}) as median ${pending}`,
    { signal },
  )
  if (!found || found.count === 0) return undefined
  const select = (columns: Sql, groups: Sql, order: Sql) =>
    sql`select ${columns}, count(*) as count, sum(r.total_charge) as total ${pending} group by ${groups} order by ${order}`
  const totals = select(sql`r.currency`, sql`r.currency`, sql`count(*) desc, r.currency`)
  const spans = select(sql`${spanIndex(at)} as span, r.currency`, sql`1, r.currency`, sql`1, r.currency`)
  return {
    rows: found.count,
    oldest: found.oldest ?? 0,
    median: found.median ?? 0,
    totals: await queryRows(scoped, currencyTotal, totals, { signal }),
    spans: await queryRows(scoped, spanTotal, spans, { signal }),
  }
}

/** SQL expression: the index of the wait span that contains the age. */
export const spanIndex = (at: Date) =>
  sql`(width_bucket(${ageInDays(at)}, ${waitSpans.map(({ days }) => days)}::integer[]) - 1)`

export const row = z.object({
  itn: z.string(),
  hmo: z.string().nullable(),
  policy: z.string().nullable(),
  incidentNumber: z.string().nullable(),
  patientName: z.string(),
  providerName: z.string(),
  serviceFrom: z.string(),
  serviceTo: z.string(),
  receivedAt: z.date(),
  days: z.number(),
  currency: z.string(),
  total: z.string(),
})
export type AgingRow = z.infer<typeof row>

export const query = (period: Period) => sql`
  select r.itn, r.hmo, r.policy_number as policy, r.incident_number as "incidentNumber",
         r.patient_name  as "patientName",
         r.provider_name as "providerName",
         r.service_from  as "serviceFrom",
         r.service_to    as "serviceTo",
         r.received_at   as "receivedAt",
         ${ageInDays(period.at)} as days,
         r.currency, r.total_charge as total
    from authorization_request r
   where ${pendingWithin(period)}
   order by r.received_at, r.itn`
