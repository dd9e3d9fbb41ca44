import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { toCurrencyScale } from '#platform/contract/money.ts'
import { type AuditEvent, auditEntry } from '#platform/server/audit.ts'
import { type Database, execute, rowOf, sql } from '#platform/server/database.ts'
import { toSqlJson } from '#platform/server/sql-json.ts'
import { type Action, action } from '../contract.ts'
import { type Decision, keptComment } from '../rules.ts'
import type { ReasonList } from './reason-queries.ts'

/** A decision to make, with its idempotency key. */
export type DecideCommand = {
  itn: string
  /** The round the user saw, if the request names it. */
  round: number | undefined
  decision: Decision
  by: { id: string; name: string }
  /** The Idempotency-Key, and a hash that identifies the request. */
  key: { text: string; hash: Buffer } | undefined
}

/** A final response to a request. */
export const finalAnswer = z.object({
  status: z.number(),
  message: z.string(),
  members: z.record(z.string(), z.unknown()),
})
export type IdempotentResponse = z.infer<typeof finalAnswer>

const earlierAnswer = z.object({ isSame: z.boolean(), answer: finalAnswer })
const lockedRequest = z.object({
  round: z.number(),
  isPending: z.boolean(),
  clientCode: z.string(),
  totalChargeAmount: z.string(),
  currency: z.string(),
  receivedAt: z.date(),
  /** The time of the last change since then. */
  changedAt: z.date().nullable(),
  /** The list entry of the code in the decision. */
  reason: z.string().nullable(),
  answered: earlierAnswer.nullable(),
})
export type LockedRequest = z.infer<typeof lockedRequest>

const answerTo = ({ by, key }: DecideCommand) => sql`
  select json_build_object('isSame', request_hash = ${key?.hash ?? null}, 'answer', answer)
    from decision_answer
   where user_id = ${by.id} and key = ${key?.text ?? null}`

type Chosen = { list: ReasonList; code: string } | undefined

/** Locks and returns the bill to decide; undefined if there is none. */
export const lockRequest = (db: Database, order: DecideCommand, chosen: Chosen) =>
  rowOf(
    db,
    lockedRequest,
    sql`
    select round, is_pending as "isPending", client_code as "clientCode", total_charge as "totalChargeAmount",
           currency, received_at as "receivedAt", changed_at as "changedAt",
           (select description from authorization_reason
             where list = ${chosen?.list ?? null} and code = ${chosen?.code ?? null}) as reason,
           (${answerTo(order)}) as answered
      from authorization_request
     where itn = ${order.itn}
       for update`,
  )

/** Finds the committed response to the same user under the same key. */
export async function findIdempotentResponse(db: Database, order: DecideCommand) {
  const row = await rowOf(
    db,
    z.object({ answered: earlierAnswer.nullable() }),
    sql`select (${answerTo(order)}) as answered`,
  )
  return row?.answered ?? undefined
}

/** Saves the response to a request that has an idempotency key. */
export async function saveIdempotentResponse(db: Database, order: DecideCommand, answer: IdempotentResponse) {
  if (order.key) await execute(db, keptAnswer(order, answer))
}

const keptAnswer = ({ by, key }: DecideCommand, answer: IdempotentResponse) => sql`
    insert into decision_answer (user_id, key, request_hash, status, answer, answered_at)
    values (${by.id}, ${key?.text}, ${key?.hash}, ${answer.status}, ${toSqlJson(answer)}, ${now()})`

const madeDecision = z.object({ action, by: z.string(), at: z.date() })

/** The decision on an ITN in a round. */
export const decisionOn = (db: Database, itn: string, round: number) =>
  rowOf(
    db,
    madeDecision,
    sql`
    select action, decided_by_name as by, decided_at as at
      from authorization_decision
     where itn = ${itn} and round = ${round}`,
  )

/** What is written with a decision: the audit entry, and the response to keep if the command has a key. */
type Beside = { event: AuditEvent; answer: IdempotentResponse }

/** Writes a decision and its feed event and removes the bill from the list, in one statement with the rest. */
export async function writeDecision(
  db: Database,
  order: DecideCommand,
  request: LockedRequest,
  { action, event, answer }: Beside & { action: Action },
) {
  const { itn, decision, by } = order
  const { patientResponsibility, maximumCovered, denialCode, additionalInfo, otherSpecialHandling } = decision
  const code = action === 'D' ? denialCode : action === 'I' ? additionalInfo : null
  const comment = action === 'O' ? keptComment(otherSpecialHandling ?? '') : null
  const exact = (amount: string | null | undefined) =>
    amount == null ? null : toCurrencyScale(request.currency, amount)
  await execute(
    db,
    sql`
    with decided as (
      insert into authorization_decision (itn, round, client_code, action, currency, total_charge,
                                          patient_responsibility, maximum_covered, reason_code, reason, comment,
                                          decided_by, decided_by_name, decided_at)
      values (${itn}, ${request.round}, ${request.clientCode}, ${action}, ${request.currency},
              ${request.totalChargeAmount}, ${exact(patientResponsibility)}, ${exact(maximumCovered)},
              ${code ?? null}, ${request.reason}, ${comment ?? null}, ${by.id}, ${by.name}, ${now()})
      returning itn, round, client_code, decided_at
    ), told as (
      insert into decision_message (itn, round, client_code, made_at)
      select itn, round, client_code, decided_at from decided
    ), audited as (${auditEntry(event)}
    )${order.key ? sql`, kept as (${keptAnswer(order, answer)})` : sql``}
    update authorization_request set is_pending = false where itn = ${itn}`,
  )
}
