import { type Sql, sql } from '#platform/db/database.ts'
import { formatSqlInstant } from '#platform/db/sql-format.ts'
import type { ActivityKind } from '../contract.ts'

/** The first and last day, both included, and the time zone for timestamps. */
type DateRange = { first: string; last: string; timeZone: string }

/** The kinds of activity and the days that a search is about. */
export type ActivityRange = { kinds: readonly ActivityKind[]; dates: DateRange }

const betweenDates = ({ first, last }: DateRange) => sql`between ${first}::date and ${last}::date`

/** Matches timestamps on the days of a range. */
const writtenWithin = ({ first, last, timeZone }: DateRange) => sql`
       written_at >= (${first}::date)::timestamp at time zone ${timeZone}
   and written_at < (${last}::date + 1)::timestamp at time zone ${timeZone}`

type ActivitySource = { from: (dates: DateRange) => Sql; day: (dates: DateRange) => Sql }

/** The rows of each kind on the days of a range, and the day of such a row. */
const sources: Record<Exclude<ActivityKind, 'ALL'>, ActivitySource> = {
  NEW: { from: (dates) => sql`incident where enter_date ${betweenDates(dates)}`, day: () => sql`enter_date` },
  MR: {
    from: (dates) => sql`medical_record where date_added ${betweenDates(dates)}`,
    day: () => sql`date_added`,
  },
  CASE: {
    from: (dates) => sql`case_document where date_added ${betweenDates(dates)}`,
    day: () => sql`date_added`,
  },
  BILLS: {
    from: (dates) => sql`bill where processed_on ${betweenDates(dates)}`,
    day: () => sql`processed_on`,
  },
  NOTES: {
    from: (dates) => sql`note where ${writtenWithin(dates)}`,
    day: ({ timeZone }) => sql`(written_at at time zone ${timeZone})::date`,
  },
}

const findSources = (kinds: readonly ActivityKind[]): ActivitySource[] =>
  kinds.flatMap((kind) => (kind === 'ALL' ? Object.values(sources) : sources[kind]))

/**
 * All incidents in scope with their patients. `offset 0` makes PostgreSQL join them first, which uses indexes only.
 * Otherwise it underestimates the rows and looks each one up in the tables.
 */
const ownIncidents = sql`
  (select p.client_code, p.patient_code, p.name_key, i.incident_number
     from patient p
     join incident i on i.client_code = p.client_code and i.patient_code = p.patient_code
   offset 0) as own`

/** Selects the keys of incidents with activity. */
export function activeKeysQuery({ kinds, dates }: ActivityRange): Sql {
  const numbers = findSources(kinds).map(({ from }) => sql`select incident_number from ${from(dates)}`)
  return sql`select * from ${ownIncidents} where own.incident_number in (${sql.join(numbers, sql` union `)})`
}

/** Selects the same keys with the last day of activity in the range. */
export function newestKeysQuery({ kinds, dates }: ActivityRange): Sql {
  const days = findSources(kinds).map(
    ({ from, day }) => sql`select incident_number, ${day(dates)} as day from ${from(dates)}`,
  )
  return sql`
    select own.*, newest.last_day
      from ${ownIncidents}
      join (select incident_number, max(day) as last_day
              from (${sql.join(days, sql` union all `)}) as part
             group by incident_number) as newest using (incident_number)`
}

/**
 * A scalar subquery with the contract's `caseActivity` of the incident `i`, row of `found` f. It reads the parts of one
 * incident, so that only the rows of the response are counted.
 */
export function activityQuery({ kinds, dates }: ActivityRange): Sql {
  const isChosen = (kind: ActivityKind) => kinds.includes('ALL') || kinds.includes(kind)
  const days = (kind: ActivityKind, table: string, column: string) => sql`
    (select count(*)::int as count, max(${sql.ref(column)}) as last_day
       from ${sql.table(table)} part
      where ${isChosen(kind)}::boolean and part.incident_number = f.incident_number
        and ${sql.ref(column)} ${betweenDates(dates)})`
  return sql`
    (select json_build_object(
              'isNew', entered.is_new,
              'medicalRecords', records.count,
              'caseDocuments', documents.count,
              'bills', bills.count,
              'notes', notes.count,
              'lastDay', activity.last_day,
              'lastNoteAt', case when notes.last_day = activity.last_day
                                 then ${formatSqlInstant(sql`notes.last_at`)} end)
       from (select ${isChosen('NEW')}::boolean
                    and i.enter_date ${betweenDates(dates)} as is_new) as entered,
            lateral ${days('MR', 'medical_record', 'date_added')} as records,
            lateral ${days('CASE', 'case_document', 'date_added')} as documents,
            lateral ${days('BILLS', 'bill', 'processed_on')} as bills,
            lateral (
            select count(*)::int as count, max(written_at) as last_at,
                   (max(written_at) at time zone ${dates.timeZone})::date as last_day
              from note part
             where ${isChosen('NOTES')}::boolean and part.incident_number = f.incident_number
               and ${writtenWithin(dates)}) as notes,
            lateral (
            select greatest(case when entered.is_new then i.enter_date end, records.last_day, documents.last_day,
                            bills.last_day, notes.last_day) as last_day) as activity)`
}
