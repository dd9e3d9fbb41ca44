import { z } from 'zod'
import { dayMs, now, timeAgo } from '#platform/contract/clock.ts'
import { toCurrencyScale } from '#platform/contract/money.ts'
import { normalizeText } from '#platform/contract/normalize-text.ts'
import { type AuditEvent, auditEntry } from '#platform/db/audit.ts'
import { type Database, execute, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { toSqlJson } from '#platform/db/sql-values.ts'
import type { CleanupJob } from '#platform/jobs/cleanup.ts'
import { type Action, action, lookupItem } from '../contract.ts'
import type { Decision } from '../rules.ts'

/** A decision to make, with its idempotency key. */
export type DecideCommand = {
  itn: string
  /** The round that the user saw, if the request names it. */
  round: number | undefined
  decision: Decision
  user: { id: string; name: string }
  /** The Idempotency-Key, and a hash that identifies the request. */
  key: { text: string; hash: Buffer } | undefined
  /**
   * The time of the decision; by default, the database's once the bill is locked. Only the demo data has decisions of the
   * past, which cannot be undone.
   */
  at?: Date
}

/** A final response to a request. */
const idempotentResponse = z.object({
  status: z.number(),
  message: z.string(),
  members: z.record(z.string(), z.unknown()),
})
export type IdempotentResponse = z.infer<typeof idempotentResponse>

const earlierResponse = z.object({ isSame: z.boolean(), response: idempotentResponse })
const proposal = z.object({
  user: z.object({ id: z.string(), name: z.string() }),
  at: z.string(),
  patientResponsibility: z.string(),
  maximumCovered: z.string(),
})
export type Proposal = z.infer<typeof proposal>

/** Amounts by currency, in whole units. */
export const amountLimits = z.record(z.string(), z.number())

const lockedBill = z.object({
  round: z.number(),
  isPending: z.boolean(),
  clientCode: z.string(),
  totalChargeAmount: z.string(),
  currency: z.string(),
  receivedAt: z.date(),
  /** The time of the last change since `receivedAt`. */
  changedAt: z.date().nullable(),
  /** The description of the code that the decision chooses; null without such a code. */
  chosenReason: z.string().nullable(),
  /** The time within which the client lets a decision be undone. */
  undoSeconds: z.number(),
  /** The amounts above which an approval demands a step-up. */
  stepUpAbove: amountLimits.nullable(),
  /** The amounts above which an approval needs a second person. */
  secondPersonAbove: amountLimits.nullable(),
  /** The proposed approval in this round. */
  proposal: proposal.nullable(),
  /** The time of a decision made now, and until when it can be undone, both by the database's clock. */
  lockedAt: z.date(),
  undoUntil: z.date(),
  earlierResponse: earlierResponse.nullable(),
})
export type LockedBill = z.infer<typeof lockedBill>

const earlierResponseQuery = ({ user, key }: DecideCommand) => sql`
  select json_build_object('isSame', a.request_hash = ${key?.hash ?? null}, 'response', a.answer)
    from decision_answer a
   where a.user_id = ${user.id} and a.key = ${key?.text ?? null}`

type ChosenCode = { list: ReasonList; code: string } | undefined

/**
 * Locks and returns the bill that the decision is about; undefined if there is no such bill. Reads the clock once the
 * bill is locked. The lock does not conflict with new rows that refer to the bill, as leases do.
 */
export const lockBill = (db: Database, command: DecideCommand, chosen: ChosenCode) =>
  queryRow(
    db,
    lockedBill,
    sql`
    select timed.*, timed."lockedAt" + make_interval(secs => timed."undoSeconds") as "undoUntil"
      from (select locked.*, clock_timestamp() as "lockedAt"
              from (select r.round, r.is_pending as "isPending", r.client_code as "clientCode",
                          r.total_charge as "totalChargeAmount", r.currency, r.received_at as "receivedAt",
                          r.changed_at as "changedAt",
                          (select a.description from authorization_reason a
                            where a.list = ${chosen?.list ?? null} and a.code = ${chosen?.code ?? null}) as "chosenReason",
                          (select c.undo_seconds from client c join client_code k on k.client_id = c.id
                            where k.code = r.client_code) as "undoSeconds",
                          (select c.step_up_above from client c join client_code k on k.client_id = c.id
                            where k.code = r.client_code) as "stepUpAbove",
                          (select c.second_person_above from client c join client_code k on k.client_id = c.id
                            where k.code = r.client_code) as "secondPersonAbove",
                          case when r.proposed_round = r.round then json_build_object(
                            'user', json_build_object('id', r.proposed_by, 'name', r.proposed_by_name), 'at', r.proposed_at,
                            'patientResponsibility', r.proposed_patient_responsibility::text,
                            'maximumCovered', r.proposed_maximum_covered::text) end as proposal,
                          (${earlierResponseQuery(command)}) as "earlierResponse"
                     from authorization_request r
                    where r.itn = ${command.itn}
                      for no key update) as locked) as timed`,
  )

/** Finds the committed response to an earlier request of this user with the same key. */
export async function findIdempotentResponse(db: Database, command: DecideCommand) {
  const row = await queryRow(
    db,
    z.object({ earlierResponse: earlierResponse.nullable() }),
    sql`select (${earlierResponseQuery(command)}) as "earlierResponse"`,
  )
  return row?.earlierResponse ?? undefined
}

/** Saves the response to a request that has an idempotency key. */
export async function saveIdempotentResponse(
  db: Database,
  command: DecideCommand,
  response: IdempotentResponse,
) {
  if (command.key) await execute(db, insertResponseQuery(command, response))
}

export const insertResponseQuery = ({ user, key }: DecideCommand, response: IdempotentResponse) => sql`
    insert into decision_answer (user_id, key, request_hash, status, answer, answered_at)
    values (${user.id}, ${key?.text}, ${key?.hash}, ${response.status}, ${toSqlJson(response)}, ${now()})`

/** A request is repeated within minutes of a lost response. Later, its bill itself shows that it is decided. */
const responseRetentionMs = 7 * dayMs

/** Deletes expired responses, and with them their idempotency keys. */
export const decisionsCleanup: CleanupJob[] = [
  {
    name: 'decision_answer',
    statements: () => [sql`delete from decision_answer where answered_at < ${timeAgo(responseRetentionMs)}`],
  },
]

const storedDecision = z.object({ action, userName: z.string(), at: z.date() })

/** Finds the decision that was made on a bill in a round. */
export const findDecision = (db: Database, itn: string, round: number) =>
  queryRow(
    db,
    storedDecision,
    sql`
    select action, decided_by_name as "userName", decided_at as at
      from authorization_decision
     where itn = ${itn} and round = ${round}`,
  )

/** Rows written with a decision: the audit entry and, if the command has a key, the response. */
type WrittenWithDecision = { auditEvent: AuditEvent; response: IdempotentResponse }

/**
 * The message that a decision adds to the feed: its id, which the API calls `decisionId`, and until when the decision
 * can be undone; from then on, the message can be released to the back office.
 */
type NewDecisionMessage = { id: string; undoUntil: Date }

/** An amount with the decimals of the bill's currency. */
export const toStoredAmount = (
  { currency }: Pick<LockedBill, 'currency'>,
  amount: string | null | undefined,
) => (amount == null ? null : toCurrencyScale(currency, amount))

/** Writes a decision, its message in the feed, the audit entry and the response, and closes the bill, in one statement. */
export async function writeDecision(
  db: Database,
  command: DecideCommand,
  bill: LockedBill,
  {
    action,
    decisionMessage,
    auditEvent,
    response,
    proposal,
  }: WrittenWithDecision & { action: Action; decisionMessage: NewDecisionMessage; proposal: Proposal | null },
) {
  const { itn, decision, user, at = bill.lockedAt } = command
  const { patientResponsibility, maximumCovered, denialCode, additionalInfo, otherSpecialHandling } = decision
  const code = action === 'D' ? denialCode : action === 'I' ? additionalInfo : null
  const comment = action === 'O' ? normalizeText(otherSpecialHandling ?? '') : null
  const toDecimals = (amount: string | null | undefined) => toStoredAmount(bill, amount)
  await execute(
    db,
    sql`
    with decided as (
      insert into authorization_decision (itn, round, client_code, action, currency, total_charge,
                                          patient_responsibility, maximum_covered, reason_code, reason, comment,
                                          decided_by, decided_by_name, decided_at, received_at, due_at,
                                          patient_name, provider_name, policy_number, incident_number, service_from,
                                          service_to, first_approved_by, first_approved_by_name, first_approved_at)
      select ${itn}, ${bill.round}, ${bill.clientCode}, ${action}, ${bill.currency},
              ${bill.totalChargeAmount}, ${toDecimals(patientResponsibility)}, ${toDecimals(maximumCovered)},
              ${code ?? null}, ${bill.chosenReason}, ${comment ?? null}, ${user.id}, ${user.name}, ${at},
              received_at, due_at, patient_name, provider_name, policy_number, incident_number, service_from, service_to,
              ${proposal?.user.id ?? null}, ${proposal?.user.name ?? null}, ${proposal?.at ?? null}
        from authorization_request
       where itn = ${itn}
      returning itn, round, client_code, decided_at
    ), message as (
      insert into decision_message (id, itn, round, client_code, client_id, made_at, undo_until)
      select ${decisionMessage.id}, itn, round, client_code, (select client_id from client_code k where k.code = decided.client_code),
             decided_at, ${decisionMessage.undoUntil}
        from decided
    ), audited as (${auditEntry(auditEvent)}
    )${command.key ? sql`, response as (${insertResponseQuery(command, response)})` : sql``}
    update authorization_request set is_pending = false where itn = ${itn}`,
  )
}

/** The list of denial reasons or the list of additional information. */
type ReasonList = 'deny' | 'info'

/** Lists the options of a list, ordered by code. */
export const listReasons = (db: Database, list: ReasonList) =>
  queryRows(
    db,
    lookupItem,
    sql`select code, description from authorization_reason where list = ${list} order by code`,
  )
