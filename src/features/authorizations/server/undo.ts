import { z } from 'zod'
import { formatInstantInTimeZone } from '#platform/contract/date-format.ts'
import { auditEntry } from '#platform/db/audit.ts'
import { type Database, execute, queryRow, sql } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { action } from '../contract.ts'
import { messages } from '../messages.ts'
import { type DecisionContext, describeChange } from './decide.ts'

type UndoCommand = {
  itn: string
  /** The id of the decision's message; the last decision on the bill if it is missing. */
  decisionId: string | undefined
  userId: string
}

/**
 * Undoes a decision of this user that has not been released to the back office: moves it to the history, deletes its
 * message from the feed, and makes the bill pending again; the proposal that it confirmed stands again. Returns the
 * text of the response. Throws a problem if that is not possible. A repeated undo that names its decision changes
 * nothing and returns the same text. Call it in a transaction.
 */
export async function undo(db: Database, command: UndoCommand, context: DecisionContext): Promise<string> {
  const { itn } = command
  const bill = await lockBillToUndo(db, itn)
  if (!bill) throw problem(404, messages.unknown)
  const decision = await findLastDecision(db, command)
  if (!decision && command.decisionId) throw problem(404, messages.undo.unknownDecision(itn))
  if (!decision || (decision.round !== bill.round && !command.decisionId))
    throw problem(409, messages.undo.notDecided(itn))
  if (isRepeated(bill, decision, command)) return messages.undo.undone(itn)
  if (decision.undoneAt) {
    const time = formatInstantInTimeZone(context.timeZone, decision.undoneAt)
    throw problem(409, messages.undo.already(itn, time))
  }
  if (decision.round !== bill.round)
    throw problem(409, describeChange(messages.undo, { itn, ...bill }, context))
  if (decision.userId !== command.userId)
    throw problem(403, messages.undo.someoneElse(itn, decision.userName))
  if (!decision.isUndoable) throw problem(409, messages.undo.sent(itn))
  await moveToHistory(db, { itn, decision, bill, context })
  return messages.undo.undone(itn)
}

/** Whether the same person undoes a decision again, as after a lost response, while the bill is still pending. */
const isRepeated = ({ isPending }: BillToUndo, decision: LastDecision, { decisionId, userId }: UndoCommand) =>
  isPending && decision.undoneAt !== null && decision.id === decisionId && decision.userId === userId

const billToUndo = z.object({
  round: z.number(),
  isPending: z.boolean(),
  clientCode: z.string(),
  receivedAt: z.date(),
  changedAt: z.date().nullable(),
})
type BillToUndo = z.infer<typeof billToUndo>

/** Locks the bill, as a decision on it and an import do. */
const lockBillToUndo = (db: Database, itn: string) =>
  queryRow(
    db,
    billToUndo,
    sql`
    select round, is_pending as "isPending", client_code as "clientCode", received_at as "receivedAt",
           changed_at as "changedAt"
      from authorization_request
     where itn = ${itn}
       for no key update`,
  )

const lastDecision = z.object({
  id: z.string(),
  round: z.number(),
  action,
  userId: z.string(),
  userName: z.string(),
  at: z.date(),
  undoneAt: z.date().nullable(),
  /** Whether it has not been released and its undo time is not over; null without a message in the feed. */
  isUndoable: z.boolean().nullable(),
  /** The database's time once the message is locked. */
  lockedAt: z.date().nullable(),
})
type LastDecision = z.infer<typeof lastDecision>

/**
 * Finds the decision with the id of the command or else the last one on the bill, undone or not. Locks its message, as the
 * feed does.
 */
const findLastDecision = (db: Database, { itn, decisionId }: UndoCommand) =>
  queryRow(
    db,
    lastDecision,
    sql`
    select last.*, message.*
      from (select id, round, action, decided_by as "userId", decided_by_name as "userName", decided_at as at,
                   undone_at as "undoneAt"
              from (select m.id, d.round, d.action, d.decided_by, d.decided_by_name, d.decided_at,
                           null::timestamptz as undone_at
                      from decision_message m
                      join authorization_decision d on d.itn = m.itn and d.round = m.round
                     where m.itn = ${itn}
                     union all
                    select u.id, u.round, u.action, u.decided_by, u.decided_by_name, u.decided_at, u.undone_at
                      from undone_decision u
                     where u.itn = ${itn}) as decision
             where ${decisionId ?? null}::uuid is null or id = ${decisionId ?? null}
             order by round desc, undone_at desc nulls first
             limit 1) as last
      left join lateral (
           select position is null and undo_until > locked_at as "isUndoable", locked_at as "lockedAt"
             from (select locked.*, clock_timestamp() as locked_at
                     from (select position, undo_until from decision_message where id = last.id for update) as locked
                  ) as timed) as message on true`,
  )

type Move = {
  itn: string
  decision: LastDecision
  bill: BillToUndo
  context: DecisionContext
}

/** The columns that both tables of decisions have. */
const columns = sql.join(
  [
    'itn',
    'round',
    'client_code',
    'action',
    'currency',
    'total_charge',
    'patient_responsibility',
    'maximum_covered',
    'reason_code',
    'reason',
    'comment',
    'decided_by',
    'decided_by_name',
    'decided_at',
    'received_at',
    'due_at',
    'patient_name',
    'provider_name',
    'policy_number',
    'incident_number',
    'service_from',
    'service_to',
    'first_approved_by',
    'first_approved_by_name',
    'first_approved_at',
  ].map((column) => sql.ref(column)),
)

/**
 * Moves the decision to the history, with its audit entry, and makes the bill pending, in one statement. A decision leaves
 * the columns of the proposal as they are, so the proposal stands again.
 */
const moveToHistory = (db: Database, { itn, decision, bill, context }: Move) =>
  execute(
    db,
    sql`
    with message as (
      delete from decision_message where id = ${decision.id} returning id, undo_until
    ), decided as (
      delete from authorization_decision where itn = ${itn} and round = ${decision.round} returning *
    ), undone as (
      insert into undone_decision (${columns}, id, undo_until, undone_at)
      select ${columns}, message.id, message.undo_until, ${decision.lockedAt}::timestamptz from decided cross join message
    ), audited as (${auditEntry({
      ...context.caller,
      action: 'authorization decision undone',
      subject: itn,
      clientCode: bill.clientCode,
      detail: {
        decisionId: decision.id,
        round: decision.round,
        decision: messages.decisions[decision.action],
        decidedAt: decision.at.toISOString(),
      },
    })})
    update authorization_request set is_pending = true where itn = ${itn}`,
  )
