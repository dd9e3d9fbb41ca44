import type { z } from 'zod'
import { periodStart } from '#platform/contract/clock.ts'
import { type ClientScope, type Database, queryRows, type Sql, sql } from '#platform/db/database.ts'
import { formatSqlInstant } from '#platform/db/sql-format.ts'
import type { DecidedFilter } from '../decided-contract.ts'
import { messages } from '../messages.ts'
import { listedRow } from './pending-queries.ts'

/** The maximum number of decisions in a response. */
export const maxDecided = 5_000

/** Whether the decision of a message `m` can no longer be undone. */
export const finalCondition = sql`(m.position is not null or m.undo_until <= clock_timestamp())`

/** The table of each state, the time of its order, the columns of its message, and where they come from. */
const sources = {
  standing: {
    table: sql`authorization_decision`,
    time: 'decided_at',
    columns: sql`
      m.id, m.position is not null as "isSent", ${formatSqlInstant(sql`m.sent_at`)} as "sentAt", ${finalCondition} as "isFinal",
      null as "undoneAt", null as "undoneBy"`,
    message: sql`join decision_message m on m.itn = d.itn and m.round = d.round`,
  },
  // Only the person who decided can undo the decision.
  undone: {
    table: sql`undone_decision`,
    time: 'undone_at',
    columns: sql`
      d.id, false as "isSent", null as "sentAt", true as "isFinal",
      ${formatSqlInstant(sql`d.undone_at`)} as "undoneAt", d.decided_by_name as "undoneBy"`,
    message: sql``,
  },
}

/** The decision `d` as text. */
const decisionText = sql`case d.action ${sql.join(
  Object.entries(messages.decisions).map(([action, text]) => sql`when ${action} then ${text}::text`),
  sql` `,
)} end`

/** The person who lists decisions, and the time zone of days. */
type Listing = DecidedFilter & { userId: string; timeZone: string }

/**
 * Lists the decisions that stand or those that were undone, newest first, at most one more than the response limit.
 * Merges the client codes, each in the order of its index, so that the database stops reading once it has enough. Each
 * decision is a row, so that the portal receives the first ones while the database still works on the others.
 */
export async function findDecided(
  db: Database,
  scope: ClientScope,
  listing: Listing,
  signal: AbortSignal,
): Promise<z.output<typeof listedRow>[]> {
  if (scope.length === 0) return []
  const { table, time } = sources[listing.state]
  const order = (name: string) => sql`order by ${sql.ref(`${name}.${time}`)} desc, ${sql.ref(`${name}.itn`)}`
  const ofCodes = scope.map(
    (code) => sql`
             (select d.*
                from ${table} d
               where d.client_code = ${code}
                 ${conditions(listing)}
               ${order('d')}
               limit ${maxDecided + 1})`,
  )
  const found = sql`
           (select * from (${sql.join(ofCodes, sql` union all `)}) as each ${order('each')} limit ${maxDecided + 1})`
  const query = sql`
    select listed."itnNumber" as itn, listed.client, row_to_json(listed)::text as json
      from (${listedColumns(listing, found)} ${order('d')} limit ${maxDecided + 1}) as listed`
  return queryRows(db, listedRow, query, { signal })
}

/** Decisions with the fields of the contract: the bill as it was decided or, for old decisions, as it is now. */
function listedColumns({ state }: Listing, decisions: Sql): Sql {
  const { columns, message } = sources[state]
  return sql`
    select d.itn as "itnNumber", d.round, d.client_code as client, c.name as carrier, b.policy_number as policy,
           b.incident_number as "incidentNumber",
           (select i.row_key
              from incident i
             where i.incident_number = b.incident_number and i.client_code = d.client_code) as "caseHash",
           b.patient_name as "patientName", b.provider_name as "providerName", b.service_from as "serviceFrom",
           b.service_to as "serviceTo", d.action, ${decisionText} as decision,
           d.currency, d.total_charge::text as "totalCharge",
           d.patient_responsibility::text as "patientResponsibility", d.maximum_covered::text as "maximumCovered",
           d.reason_code as code, d.reason, d.comment, d.decided_by_name as "decidedBy",
           d.first_approved_by_name as "firstApprovedBy", ${formatSqlInstant(sql`d.decided_at`)} as "decidedAt",
           ${formatSqlInstant(sql`d.received_at`)} as "receivedAt", ${formatSqlInstant(sql`d.due_at`)} as "dueAt",
           ${columns}
      from ${decisions} as d
      join client_code c on c.code = d.client_code
      ${message}
     cross join lateral (
           select d.policy_number, d.incident_number, d.patient_name, d.provider_name, d.service_from, d.service_to
            where d.patient_name is not null
            union all
           select r.policy_number, r.incident_number, r.patient_name, r.provider_name, r.service_from, r.service_to
             from authorization_request r
            where d.patient_name is null and r.itn = d.itn) as b`
}

/** A search with more words than this ignores the others. */
const maxWords = 12

const searched = ['r.itn', 'r.incident_number', 'r.policy_number', 'r.patient_name', 'r.provider_name'].map(
  (column) => sql.ref(column),
)

type Period = Pick<DecidedFilter, 'period' | 'from' | 'to'>

/** Returns the conditions of a period for a decision `d`. */
export function periodConditions({ period, ...days }: Period, timeZone: string, time = 'decided_at'): Sql[] {
  const at = sql.ref(`d.${time}`)
  const since = periodStart(period)
  const { from, to } = period === 'dates' ? days : { from: '', to: '' }
  return [
    ...(since ? [sql`${at} >= ${since}`] : []),
    ...(from ? [sql`${at} >= ${from}::date::timestamp at time zone ${timeZone}`] : []),
    ...(to ? [sql`${at} < (${to}::date + 1)::timestamp at time zone ${timeZone}`] : []),
  ]
}

const splitWords = (text: string) =>
  text
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .slice(0, maxWords)

function conditions({ outcome, decidedBy, timing, userId, timeZone, ...listing }: Listing): Sql {
  const words = splitWords(listing.search)
  return sql.join(
    [
      sql``,
      ...periodConditions(listing, timeZone, sources[listing.state].time),
      ...(outcome === 'any' ? [] : [sql`d.action = ${outcome}`]),
      ...(decidedBy === 'me' ? [sql`d.decided_by = ${userId}::uuid`] : []),
      ...splitWords(listing.decidedByName).map(
        (word) => sql`strpos(search_key(d.decided_by_name), search_key(${word})) > 0`,
      ),
      ...(timing === 'late' ? [sql`d.decided_at > d.due_at`] : []),
      ...(timing === 'on time' ? [sql`d.decided_at <= d.due_at`] : []),
      ...(words.length > 0 ? [searchCondition(words)] : []),
    ],
    sql` and `,
  )
}

/**
 * Whether a decision `d` has all words. Old decisions without a search text have those of their bill; the offset keeps
 * that text from being computed for each word.
 */
const searchCondition = (words: readonly string[]) => sql`
  case when d.search_text is not null then ${hasWords(sql`d.search_text`, words)}
       else exists (select from (select search_key(concat_ws(' ', ${sql.join(searched)}, d.decided_by_name)) as text
                                   from authorization_request r
                                  where r.itn = d.itn
                                 offset 0) as bill
                     where ${hasWords(sql`bill.text`, words)})
       end`

const hasWords = (text: Sql, words: readonly string[]) =>
  sql.join(
    words.map((word) => sql`strpos(${text}, search_key(${word})) > 0`),
    sql` and `,
  )
