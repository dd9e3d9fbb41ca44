import { z } from 'zod'
import { formatMoney } from '#platform/contract/money.ts'
import { minutesSince } from '#platform/contract/time.ts'
import { showText } from '#platform/db/column-encryption/column-texts.ts'
import { encryptedColumns } from '#platform/db/column-encryption/encrypted-columns.ts'
import { type Database, queryRow, queryRows, type Sql, sql } from '#platform/db/database.ts'
import {
  type News,
  newsEntry,
  newsKind,
  type WaitingAuthorization,
  waitingAuthorization,
} from '../contract.ts'

const shownRows = 5

const waitingRow = waitingAuthorization.omit({ totalChargeFormatted: true, waitingMinutes: true }).extend({
  totalCharge: z.string(),
  currency: z.string(),
  receivedAt: z.date(),
  pending: z.int(),
  next: z.string(),
})

/** The authorizations that have waited longest, how many are pending, and the first of the queue. */
export async function findLongestWaiting(db: Database, signal: AbortSignal) {
  const rows = await queryRows(
    db,
    waitingRow,
    sql`
    select itn as "itnNumber", client_code as client, patient_name as "patientName", provider_name as "providerName",
           total_charge as "totalCharge", currency, received_at as "receivedAt",
           (select count(*)::int from authorization_request where is_pending) as pending,
           (select itn from authorization_request where is_pending
             order by due_at, received_at, itn
             limit 1) as next
      from authorization_request
     where is_pending
     order by received_at, itn
     limit ${shownRows}`,
    { signal },
  )
  const { pending = 0, next = null } = rows[0] ?? {}
  return { authorizations: rows.map(toWaiting), pending, next }
}

function toWaiting(row: z.output<typeof waitingRow>): WaitingAuthorization {
  const { pending: _pending, next: _next, totalCharge, currency, receivedAt, ...shown } = row
  return {
    ...shown,
    totalChargeFormatted: formatMoney(totalCharge, currency),
    waitingMinutes: minutesSince(receivedAt),
  }
}

/** Today and yesterday count as new. Authorizations count only with the feature. */
export type NewsPeriod = { today: string; timeZone: string; hasAuthorizations: boolean }

const foundEntry = newsEntry.omit({ totalCharge: true }).extend({
  client: z.string(),
  at: z.coerce
    .date()
    .transform((at) => at.toISOString())
    .nullable(),
  /** The ID of a note, whose stored text is the detail. */
  note: z.string().nullable(),
  charge: z.string().nullable(),
  currency: z.string().nullable(),
})
const newsRow = z.object({ counts: z.record(newsKind, z.int()), entries: z.array(foundEntry) })

/** Counts what is new by kind, and describes the newest of each kind. */
export async function findNews(db: Database, period: NewsPeriod, signal: AbortSignal) {
  const row = await queryRow(db, newsRow, newsQuery(period), { signal })
  const found = row?.entries ?? []
  const entries = await Array.fromAsync(found, (entry) => toEntry(db, entry))
  const news: News = { counts: row?.counts ?? noNews, entries }
  return { news, codes: [...new Set(found.map(({ client }) => client))] }
}

const noNews = { bills: 0, authorization: 0, records: 0, documents: 0, note: 0, case: 0 }

async function toEntry(
  db: Database,
  { client: _, note, detail, charge, currency, ...entry }: z.output<typeof foundEntry>,
) {
  const place = [entry.incidentNumber ?? '', note ?? '']
  const text = note === null ? detail : quote(await showText(db, encryptedColumns.noteText, place, detail))
  return { ...entry, detail: text, totalCharge: charge === null ? null : formatMoney(charge, currency ?? '') }
}

/** The longest beginning of a note that an entry quotes. */
const noteLength = 160

/** The beginning of a note, on one line. */
const quote = (text: string) => Array.from(text.replaceAll(/\s+/g, ' ')).slice(0, noteLength).join('')

/**
 * The events of each kind: bills, records and documents by incident and day. The first rows of each kind are described
 * before the second ones.
 */
const newsQuery = (period: NewsPeriod): Sql => sql`
  with event as materialized (${eventsQuery(period)}),
       ranked as (
         select *, row_number() over (partition by kind order by day desc, at desc nulls last, incident_number desc, id)
                   as place
           from event),
       shown as materialized (
         select * from ranked
          where place <= ${shownRows}
          order by place, array_position(${newsKind.options}::text[], kind)
          limit ${shownRows})
  select (select json_object_agg(kind, coalesce(total, 0))
            from unnest(${newsKind.options}::text[]) as kind
            left join (select kind, sum(items)::int as total from event group by kind) as sums using (kind)) as counts,
         (select coalesce(json_agg(entry), '[]') from (${entriesQuery}) as entry) as entries`

function eventsQuery({ today, timeZone, hasAuthorizations }: NewsPeriod): Sql {
  const yesterday = sql`(${today}::date - 1)`
  const recentDayCondition = (column: string) =>
    sql`${sql.ref(column)} between ${yesterday} and ${today}::date`
  const recentInstantCondition = (column: string) => sql`
    ${sql.ref(column)} >= ${yesterday}::timestamp at time zone ${timeZone}
      and ${sql.ref(column)} < (${today}::date + 1)::timestamp at time zone ${timeZone}`
  const pagesAdded = (kind: string, table: string) => sql`
    select ${kind}::text, incident_number, date_added, null::timestamptz, null, count(*), sum(page_end - page_start + 1)
      from ${sql.table(table)} where ${recentDayCondition('date_added')} group by incident_number, date_added`
  const queries = [
    sql`select 'bills' as kind, incident_number, processed_on as day, null::timestamptz as at, null as id,
               count(*) as items, null::bigint as pages
          from bill where ${recentDayCondition('processed_on')} group by incident_number, processed_on`,
    pagesAdded('records', 'medical_record'),
    pagesAdded('documents', 'case_document'),
    sql`select 'note', incident_number, (written_at at time zone ${timeZone})::date, written_at, id, 1, null
          from note where ${recentInstantCondition('written_at')}`,
    sql`select 'case', incident_number, enter_date, null, null, 1, null from incident where ${recentDayCondition('enter_date')}`,
    ...(hasAuthorizations
      ? [
          sql`select 'authorization', incident_number, (received_at at time zone ${timeZone})::date, received_at, itn,
                     1, null
                from authorization_request where is_pending and ${recentInstantCondition('received_at')}`,
        ]
      : []),
  ]
  return sql.join(queries, sql` union all `)
}

/** The row is the same key as in the results of a patient search. */
const entriesQuery: Sql = sql`
  select s.kind, s.day, s.at, s.items, s.pages, s.incident_number as "incidentNumber",
         coalesce(r.client_code, i.client_code) as client,
         i.row_key as row,
         r.itn,
         coalesce(r.patient_name, p.last_name || ', ' || p.first_name) as "patientName",
         coalesce(r.provider_name, n.note_text, i.description) as detail,
         n.id as note,
         n.author,
         r.total_charge::text as charge,
         r.currency,
         coalesce(sums.saved, '[]') as saved
    from shown s
    left join authorization_request r on s.kind = 'authorization' and r.itn = s.id
    left join incident i on i.incident_number = s.incident_number and r.itn is null
    left join patient p on p.client_code = i.client_code and p.patient_code = i.patient_code
    left join note n on s.kind = 'note' and n.incident_number = s.incident_number and n.id = s.id
    left join lateral (
         select json_agg(saving order by saving.currency) as saved
           from (select b.currency, sum(b.total_charges - b.repriced_amount)::text as amount
                   from bill b
                  where s.kind = 'bills' and b.incident_number = s.incident_number and b.processed_on = s.day
                    and b.repriced_amount is not null
                  group by b.currency) as saving) as sums on true
   order by s.day desc, s.at desc nulls last, s.place, s.kind`
