import { z } from 'zod'
import { type Database, queryRows, sql } from '#platform/db/database.ts'
import {
  type ActivitySelection,
  type PendingSelection,
  type ReportCase,
  reportAuthorization,
  reportCase,
} from '../../case-list-contract.ts'
import { ageInDays, pendingWithin, spanIndex } from '../authorization-aging/authorization-aging-queries.ts'
import { selectActivity } from '../case-activity/case-activity-queries.ts'
import type { Period } from '../report-definition.ts'

type Zone = Pick<Period, 'timeZone' | 'at'>
type Activity = Omit<ActivitySelection, 'list'>
type Pending = Omit<PendingSelection, 'list'>

const toPeriod = ({ firstDay: first, lastDay: last }: Activity | Pending, zone: Zone) => ({
  first,
  last,
  baseCurrency: null,
  ...zone,
})

const countedCase = reportCase.extend({ allCases: z.number(), allEvents: z.number() })

/**
 * Lists the next selected cases, newest activity first: one more than a page has, if there are more. Counts all selected
 * cases and their events in the same pass over the activity.
 */
export async function findCasePage(
  scoped: Database,
  selection: Activity,
  zone: Zone,
  { afterDay, afterIncident, limit }: { afterDay: string; afterIncident: string; limit: number },
  signal: AbortSignal,
) {
  const rows = await queryRows(
    scoped,
    countedCase,
    sql`
    with active as (
      select incident_number, max(day) as last_day, count(*)::integer as events
        from (${selectActivity(toPeriod(selection, zone), selection.kind)}) as activity
       group by incident_number
    ), counted as (
      select count(*) as cases, sum(events) as events from active
    )
    select i.client_code as client, i.incident_number as "incidentNumber", i.row_key as "caseRow",
           p.last_name || ', ' || p.first_name as "patientName",
           i.description, i.enter_date as "enterDate", a.last_day as "lastDay", a.events,
           c.cases as "allCases", c.events as "allEvents"
      from (select *
              from active
             where ${afterDay === '' ? sql`true` : sql`(last_day, incident_number) < (${afterDay}::date, ${afterIncident})`}
             order by last_day desc, incident_number desc
             limit ${limit + 1}) as a
     cross join counted as c
      join incident i using (incident_number)
      join patient p on p.client_code = i.client_code and p.patient_code = i.patient_code
     order by a.last_day desc, i.incident_number desc`,
    { signal },
  )
  const [first] = rows
  return {
    cases: rows.map(({ allCases: _, allEvents: __, ...each }): ReportCase => each),
    sums: { cases: first?.allCases ?? 0, events: first?.allEvents ?? 0 },
  }
}

/** SQL condition: whether authorization `r` is selected. The client is part of the scope. */
const selectionCondition = (selection: Pending, zone: Zone) =>
  sql.join(
    [
      pendingWithin(toPeriod(selection, zone)),
      ...(selection.billCurrency === '' ? [] : [sql`r.currency = ${selection.billCurrency}`]),
      ...(selection.span === '' ? [] : [sql`${spanIndex(zone.at)} = ${Number(selection.span)}`]),
    ],
    sql` and `,
  )

/** Lists the next selected authorizations, longest waiting first: one more than a page has, if there are more. */
export const findAuthorizationPage = (
  scoped: Database,
  selection: Pending,
  zone: Zone,
  { afterTime, afterItn, limit }: { afterTime: string; afterItn: string; limit: number },
  signal: AbortSignal,
) =>
  queryRows(
    scoped,
    reportAuthorization.extend({ receivedAt: z.date() }),
    sql`
    select r.client_code as client, r.itn, r.incident_number as "incidentNumber", i.row_key as "caseRow",
           r.patient_name as "patientName", r.provider_name as "providerName", r.received_at as "receivedAt",
           ${ageInDays(zone.at)} as days, r.currency, r.total_charge as total
      from authorization_request r
      left join incident i on i.client_code = r.client_code and i.incident_number = r.incident_number
     where ${selectionCondition(selection, zone)}
       ${afterTime === '' ? sql`` : sql`and (date_trunc('milliseconds', r.received_at), r.itn) > (${afterTime}::timestamptz, ${afterItn})`}
     order by date_trunc('milliseconds', r.received_at), r.itn
     limit ${limit + 1}`,
    { signal },
  )

const pendingSums = z.object({ currency: z.string(), count: z.number(), total: z.string() })

/** Sums all selected authorizations, by currency. */
export const findAuthorizationSums = (
  scoped: Database,
  selection: Pending,
  zone: Zone,
  signal: AbortSignal,
) =>
  queryRows(
    scoped,
    pendingSums,
    sql`
    select r.currency, count(*) as count, sum(r.total_charge) as total
      from authorization_request r
     where ${selectionCondition(selection, zone)}
     group by r.currency
     order by count(*) desc, r.currency`,
    { signal },
  )
