import { z } from 'zod'
import { type Database, queryRows, type Sql, sql } from '#platform/db/database.ts'
import { type CaseEventKind, caseEventKind } from '../../case-list-contract.ts'
import type { Period } from '../report-definition.ts'
import { chooseUnit } from '../time-buckets.ts'

export const caseEventKinds = caseEventKind.options
const kind = caseEventKind

const within = ({ first, last }: Period) => sql`between ${first}::date and ${last}::date`

const events: Record<CaseEventKind, (period: Period) => Sql> = {
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
export const selectActivity = (period: Period, only: CaseEventKind | '' = ''): Sql =>
  only === ''
    ? sql.join(
        caseEventKinds.map((each) => events[each](period)),
        sql` union all `,
      )
    : events[only](period)

const activity = (period: Period) => selectActivity(period)

const kindCount = z.object({ kind, start: z.string(), count: z.number() })
const clientActivity = z.object({
  client: z.string(),
  code: z.string(),
  cases: z.number(),
  first: z.string(),
  last: z.string(),
  counts: z.record(kind, z.number()),
})

/** The summary of the Case Activity report, without its cases. */
export type CaseActivityData = NonNullable<Awaited<ReturnType<typeof findCaseActivity>>>

export async function findCaseActivity(scoped: Database, period: Period, signal: AbortSignal) {
  const clients = await queryRows(scoped, clientActivity, clientsQuery(period), { signal })
  const [first] = clients.map((client) => client.first).toSorted()
  const last = clients
    .map((client) => client.last)
    .toSorted()
    .at(-1)
  if (!first || !last) return undefined
  const unit = chooseUnit(first, last, ['week', 'month', 'quarter', 'year'])
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
  return {
    rows: clients.reduce((sum, { cases }) => sum + cases, 0),
    unit,
    span: { first, last },
    times,
    clients,
  }
}

/** The activity of each client, from one pass that first counts the events of each case. */
const clientsQuery = (period: Period) => sql`
  with active as (
    select client_code, min(day) as first, max(day) as last, ${sql.join(
      caseEventKinds.map((each) => sql`count(*) filter (where kind = ${each}) as ${sql.ref(each)}`),
    )}
      from (${activity(period)}) as activity
     group by client_code, incident_number)
  select c.name || ' (' || c.code || ')' as client, c.code, count(*) as cases,
         min(a.first) as first, max(a.last) as last,
         json_build_object(${sql.join(caseEventKinds.map((each) => sql`${each}::text, sum(a.${sql.ref(each)})`))}) as counts
    from active a
    join client_code c on c.code = a.client_code
   group by c.code
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
  casesQuery(
    period,
    sql`active`,
    sql`order by c.position, c.code, p.name_key, "patientName", i.incident_number`,
  )

/** The cases with the newest activity, as many as the page shows. */
const newestCasesQuery = (period: Period) =>
  casesQuery(
    period,
    sql`(select * from active order by last_day desc, incident_number limit ${maxCases})`,
    sql`order by a.last_day desc, i.incident_number`,
  )

/** The number of cases that the page shows. */
export const maxCases = 50

export const findNewestCases = (scoped: Database, period: Period, signal: AbortSignal) =>
  queryRows(scoped, row.extend({ caseRow: z.string() }), newestCasesQuery(period), { signal })

const casesQuery = (period: Period, cases: Sql, order: Sql) => sql`
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
    from ${cases} as a
    join incident i using (incident_number)
    join patient p on p.client_code = i.client_code and p.patient_code = i.patient_code
    join client_code c on c.code = i.client_code
   ${order}`
