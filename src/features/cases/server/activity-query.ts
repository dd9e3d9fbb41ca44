import { type Sql, sql } from '#platform/db/database.ts'
import type { ActivityKind } from '../contract.ts'

/** The first and last day, both included, and the time zone for timestamps. */
export type DateRange = { first: string; last: string; timeZone: string }

/** The kinds of activity and the days that a search is about. */
export type ActivityRange = { kinds: readonly ActivityKind[]; dates: DateRange }

export const betweenDates = ({ first, last }: DateRange) => sql`between ${first}::date and ${last}::date`

/** Matches timestamps on the days of a range. */
export const writtenWithin = ({ first, last, timeZone }: DateRange) => sql`
       written_at >= (${first}::date)::timestamp at time zone ${timeZone}
   and written_at < (${last}::date + 1)::timestamp at time zone ${timeZone}`

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
                                 then to_char(notes.last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end)
       from (select ${kinds.includes('ALL')}::boolean
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
