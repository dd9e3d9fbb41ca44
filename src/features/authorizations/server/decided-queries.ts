import { z } from 'zod'
import { type ClientScope, type Database, queryRow, queryRows, type Sql, sql } from '#platform/db/database.ts'
import {
  type AuthorizationHistory,
  type DecidedFilter,
  decidedAuthorization,
  historyDecision,
} from '../decided-contract.ts'
import { messages } from '../messages.ts'
import { findBill } from './pending-queries.ts'

/** The maximum number of decisions in a response. */
export const maxDecided = 5_000

const instant = z.date().transform((at) => at.toISOString())
const storedTimes = {
  decidedAt: instant,
  dueAt: instant.nullable(),
  sentAt: instant.nullable(),
}

const decidedRow = decidedAuthorization
  .omit({ decision: true })
  .extend({ ...storedTimes, receivedAt: instant.nullable() })

const named = <Row extends { action: keyof typeof messages.decisions }>(row: Row) => ({
  ...row,
  decision: messages.decisions[row.action],
})

/** The columns of a decision `d`, without its message. */
const decisionColumns = sql`
  d.round, d.action, d.currency, d.total_charge as "totalCharge", d.patient_responsibility as "patientResponsibility",
  d.maximum_covered as "maximumCovered", d.reason, d.comment, d.decided_by_name as "decidedBy",
  d.decided_at as "decidedAt", d.due_at as "dueAt"`

/** The person who lists decisions, and the first instant of the period; undefined for any time. */
type Listing = DecidedFilter & { userId: string; since: Date | undefined }

/**
 * Lists the decisions that stand, newest first, at most one more than the response limit. Each client code is read in
 * the order of its index, so a list without other conditions reads only the decisions that it returns.
 */
export async function findDecided(db: Database, scope: ClientScope, listing: Listing, signal: AbortSignal) {
  const rows = await queryRows(
    db,
    decidedRow,
    sql`
    select m.id, r.itn as "itnNumber", r.client_code as client, c.name as carrier, r.policy_number as policy,
           r.incident_number as "incidentNumber", i.row_key as "caseHash", r.patient_name as "patientName",
           r.provider_name as "providerName", r.service_from as "serviceFrom", r.service_to as "serviceTo",
           ${decisionColumns}, d.reason_code as code, d.received_at as "receivedAt",
           m.position is not null as "isSent", m.sent_at as "sentAt"
      from unnest(${scope}::text[]) as own (code)
     cross join lateral (
           select d.itn, d.round
             from authorization_decision d
             join authorization_request r using (itn)
            where d.client_code = own.code
              ${conditions(listing)}
            order by d.decided_at desc, d.itn
            limit ${maxDecided + 1}) as found
      join authorization_decision d on d.itn = found.itn and d.round = found.round
      join authorization_request r on r.itn = d.itn
      join client_code c on c.code = r.client_code
      join decision_message m on m.itn = d.itn and m.round = d.round
      left join incident i on i.incident_number = r.incident_number and i.client_code = r.client_code
     order by d.decided_at desc, d.itn
     limit ${maxDecided + 1}`,
    { signal },
  )
  return rows.map(named)
}

/** A search with more words than this ignores the others. */
const maxWords = 12

const searched = ['d.itn', 'r.incident_number', 'r.policy_number', 'r.patient_name', 'r.provider_name'].map(
  (column) => sql.ref(column),
)

function conditions({ search, outcome, decidedBy, timing, userId, since }: Listing): Sql {
  const words = search.split(/[\s,]+/).filter((word) => word !== '')
  const text = sql`search_key(concat_ws(' ', ${sql.join(searched)}, d.decided_by_name))`
  return sql.join(
    [
      sql``,
      ...(since ? [sql`d.decided_at >= ${since}`] : []),
      ...(outcome === 'any' ? [] : [sql`d.action = ${outcome}`]),
      ...(decidedBy === 'me' ? [sql`d.decided_by = ${userId}::uuid`] : []),
      ...(timing === 'late' ? [sql`d.decided_at > d.due_at`] : []),
      ...(timing === 'in time' ? [sql`d.decided_at <= d.due_at`] : []),
      ...words.slice(0, maxWords).map((word) => sql`strpos(${text}, search_key(${word})) > 0`),
    ],
    sql` and `,
  )
}

const historyRow = historyDecision
  .omit({ decision: true })
  .extend({ ...storedTimes, undoneAt: instant.nullable() })

const stateRow = z.object({ isPending: z.boolean(), changedAt: instant.nullable() })

/** Finds a bill with all decisions on it, undone or not; undefined if there is no such bill. */
export async function findHistory(db: Database, itn: string): Promise<AuthorizationHistory | undefined> {
  const bill = await findBill(db, itn)
  const state = await queryRow(
    db,
    stateRow,
    sql`select is_pending as "isPending", changed_at as "changedAt" from authorization_request where itn = ${itn}`,
  )
  if (!bill || !state) return undefined
  const decisions = await queryRows(
    db,
    historyRow,
    sql`
    select m.id, ${decisionColumns}, m.position is not null as "isSent", m.sent_at as "sentAt", null as "undoneAt",
           m.undo_until <= clock_timestamp() as "isFinal"
      from authorization_decision d
      join decision_message m using (itn, round)
     where d.itn = ${itn}
     union all
    select d.id, ${decisionColumns}, false, null, d.undone_at, true
      from undone_decision d
     where d.itn = ${itn}
     order by "decidedAt"`,
  )
  return { bill, ...state, decisions: decisions.map(named) }
}
