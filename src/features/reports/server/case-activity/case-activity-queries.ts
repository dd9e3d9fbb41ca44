import { z } from 'zod'
import { type Database, queryRow, queryRows, type Sql, sql } from '#platform/db/database.ts'
import { type ActivityKind, activityKind } from '../../case-list-contract.ts'
import type { Period } from '../report-definition.ts'
import { chooseUnit } from '../time-buckets.ts'

export const activityKinds = activityKind.options
const kind = activityKind

const within = ({ first, last }: Period) => sql`between ${first}::date and ${last}::date`

const events: Record<ActivityKind, (period: Period) => Sql> = {
  case: (period) => sql`
  select client_code, incident_number, 'case' as kind, enter_date as day from incident
   where enter_date ${within(period)}`,
  record: (period) => sql`
  select client_code, incident_number, 'record' as kind, date_added as day from medical_record
   where date_added ${within(period)}`,
  document: (period) => sql`
  select client_code, incident_number, 'document' as kind, date_added as day from case_document
   where date_added ${within(period)}`,
  bill: (period) => sql`
  select client_code, incident_number, 'bill' as kind, processed_on as day from bill
   where processed_on ${within(period)}`,
  note: (period) => sql`
  select client_code, incident_number, 'note' as kind, (written_at at time zone ${period.timeZone})::date as day
    from note
   where written_at >= (${period.first}::date)::timestamp at time zone ${period.timeZone}
     and written_at < (${period.last}::date + 1)::timestamp at time zone ${period.timeZone}`,
}

/** Selects the events of a period, of one kind or of any: client code, incident number, kind and day. */
export const selectActivity = (period: Period, only: ActivityKind | '' = ''): Sql =>
  only === ''
    ? sql.join(
        activityKinds.map((each) => events[each](period)),
        sql` union all `,
      )
    : events[only](period)

const activity = (period: Period) => selectActivity(period)

const overview = z.object({
  cases: z.number(),
  first: z.string().nullable(),
  last: z.string().nullable(),
})
const kindCount = z.object({ kind, start: z.string(), count: z.number() })
const clientActivity = z.object({
  client: z.string(),
  code: z.string(),
  cases: z.number(),
  counts: z.partialRecord(kind, z.number()),
})

/** The summary of the Case Activity report, without its cases. */
export type CaseActivityData = NonNullable<Awaited<ReturnType<typeof findCaseActivity>>>

export async function findCaseActivity(scoped: Database, period: Period, signal: AbortSignal) {
  const found = await queryRow(
    scoped,
    overview,
    sql`
    select count(distinct incident_number) as cases, min(day) as first, max(day) as last
      from (${activity(period)}) as activity`,
    { signal },
  )
  if (!found?.first || !found.last) return undefined
  const unit = chooseUnit(found.first, found.last, ['week', 'month', 'quarter', 'year'])
  const times = await queryRows(
    scoped,
    kindCount,
    sql`
    select kind, date_trunc(${unit}::text, day::timestamp)::date as start, count(*) as count
      from (${activity(period)}) as activity
     group by 1, 2
     order by 2, 1`,
    { signal },
  )
  const clients = await queryRows(scoped, clientActivity, clientsQuery(period), { signal })
  return { rows: found.cases, unit, span: { first: found.first, last: found.last }, times, clients }
}

const clientsQuery = (period: Period) => sql`
  with counted as (
    select client_code, kind, count(*) as count from (${activity(period)}) as activity group by 1, 2),
  cases as (
    select client_code, count(distinct incident_number) as cases from (${activity(period)}) as activity group by 1)
  select c.name || ' (' || c.code || ')' as client, c.code, s.cases,
         (select json_object_agg(kind, count) from counted where client_code = c.code) as counts
    from cases s
    join client_code c on c.code = s.client_code
   order by c.position, c.code`

export const row = z.object({
  client: z.string(),
  incidentNumber: z.string(),
  patientName: z.string(),
  description: z.string(),
  enterDate: z.string(),
  records: z.number(),
  documents: z.number(),
  bills: z.number(),
  notes: z.number(),
  lastDay: z.string(),
})
export type CaseActivityRow = z.infer<typeof row>

export const query = (period: Period) =>
  casesQuery(period, sql`order by c.position, c.code, p.name_key, "patientName", i.incident_number`)

/** The cases with the newest activity, as many as the page shows. */
const newestCasesQuery = (period: Period) =>
  casesQuery(period, sql`order by a.last_day desc, i.incident_number limit ${maxCases}`)

/** The number of cases that the page shows. */
export const maxCases = 50

export const findNewestCases = (scoped: Database, period: Period, signal: AbortSignal) =>
  queryRows(scoped, row.extend({ caseRow: z.string() }), newestCasesQuery(period), { signal })

const casesQuery = (period: Period, end: Sql) => sql`
  with active as (
    select incident_number, max(day) as last_day,
           count(*) filter (where kind = 'record') as records,
           count(*) filter (where kind = 'document') as documents,
           count(*) filter (where kind = 'bill') as bills,
           count(*) filter (where kind = 'note') as notes
      from (${activity(period)}) as activity
     group by incident_number)
  select c.name || ' (' || c.code || ')' as client,
         i.incident_number as "incidentNumber",
         p.last_name || ', ' || p.first_name as "patientName",
         i.description,
         i.enter_date      as "enterDate",
         a.records, a.documents, a.bills, a.notes,
         a.last_day        as "lastDay",
         i.row_key         as "caseRow"
    from active a
    join incident i using (incident_number)
    join patient p on p.client_code = i.client_code and p.patient_code = i.patient_code
    join client_code c on c.code = i.client_code
   ${end}`
