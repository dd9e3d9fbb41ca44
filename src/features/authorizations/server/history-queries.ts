import { z } from 'zod'
import { type Database, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { type AuthorizationHistory, approvalProposal, historyDecision } from '../decided-contract.ts'
import { messages } from '../messages.ts'
import { finalCondition } from './decided-queries.ts'
import { findBill } from './pending-queries.ts'

const instant = z.date().transform((at) => at.toISOString())
const storedTimes = {
  receivedAt: instant.nullable(),
  decidedAt: instant,
  dueAt: instant.nullable(),
  sentAt: instant.nullable(),
}

const named = <Row extends { action: keyof typeof messages.decisions }>(row: Row) => ({
  ...row,
  decision: messages.decisions[row.action],
})

/** A column of the bill as it was decided or, for old decisions `d`, as its request `r` is now. */
const decidedColumn = (column: string) =>
  sql`case when d.patient_name is null then ${sql.ref(`r.${column}`)} else ${sql.ref(`d.${column}`)} end`

/** The columns of a decision `d` on the bill `r`, without its message. */
const decisionColumns = sql`
  ${decidedColumn('incident_number')} as "incidentNumber", ${decidedColumn('patient_name')} as "patientName",
  ${decidedColumn('provider_name')} as "providerName", ${decidedColumn('service_from')}::text as "serviceFrom",
  ${decidedColumn('service_to')}::text as "serviceTo",
  d.round, d.action, d.currency, d.total_charge as "totalCharge", d.patient_responsibility as "patientResponsibility",
  d.maximum_covered as "maximumCovered", d.reason, d.comment, d.decided_by_name as "decidedBy",
  d.decided_at as "decidedAt", d.received_at as "receivedAt", d.due_at as "dueAt",
  d.first_approved_by_name as "firstApprovedBy"`

const historyRow = historyDecision
  .omit({ decision: true })
  .extend({ ...storedTimes, undoneAt: instant.nullable() })

const proposalRow = approvalProposal.extend({ proposedAt: instant, withdrawnAt: instant.nullable() })

const stateRow = z.object({ isPending: z.boolean(), changedAt: instant.nullable() })

/**
 * Finds a bill with all decisions and proposals on it, undone or not; undefined if there is no such bill. `userId` is the
 * person who reads it.
 */
export async function findHistory(
  db: Database,
  itn: string,
  userId: string,
): Promise<AuthorizationHistory | undefined> {
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
    select m.id, ${decisionColumns}, case when d.decided_by = ${userId}::uuid and not ${finalCondition}
             then ceil(extract(epoch from m.undo_until - clock_timestamp()))::int else 0 end as "undoSecondsLeft",
           m.position is not null as "isSent", m.sent_at as "sentAt", null as "undoneAt",
           ${finalCondition} as "isFinal"
      from authorization_decision d
      join decision_message m using (itn, round)
      join authorization_request r on r.itn = d.itn
     where d.itn = ${itn}
     union all
    select d.id, ${decisionColumns}, 0, false, null, d.undone_at, true
      from undone_decision d
      join authorization_request r on r.itn = d.itn
     where d.itn = ${itn}
     order by "decidedAt"`,
  )
  const proposals = await queryRows(
    db,
    proposalRow,
    sql`
    select currency, patient_responsibility::text as "patientResponsibility", maximum_covered::text as "maximumCovered",
           proposed_by_name as "proposedBy", proposed_at as "proposedAt", withdrawn_by_name as "withdrawnBy",
           withdrawn_at as "withdrawnAt"
      from approval_proposal
     where itn = ${itn}
     order by proposed_at, id`,
  )
  return { bill, ...state, decisions: decisions.map(named), proposals }
}
