import { z } from 'zod'
import { compareDecimals, formatMoney } from '#platform/contract/money.ts'
import { type AuditEvent, auditEntry } from '#platform/db/audit.ts'
import { type Database, execute, queryRow, sql } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { messages } from '../messages.ts'
import type { Decision } from '../rules.ts'
import {
  type DecideCommand,
  type IdempotentResponse,
  insertResponseQuery,
  type LockedBill,
  toStoredAmount,
} from './decision-queries.ts'

/**
 * Describes why an approval above the limit of the client cannot be the second one of a proposal; undefined if it can.
 * Expects a bill with a proposal.
 */
export function describeConflict(
  { itn, decision, user }: DecideCommand,
  bill: LockedBill,
): string | undefined {
  const { proposal, currency } = bill
  if (!proposal) throw new Error(`ITN ${itn} has no proposal.`)
  if (proposal.user.id === user.id) return messages.proposal.own(itn)
  if (hasSameAmounts(decision, proposal)) return undefined
  const [covered, patient] = [proposal.maximumCovered, proposal.patientResponsibility].map((amount) =>
    formatMoney(amount, currency),
  )
  return messages.proposal.otherAmounts(itn, proposal.user.name, covered ?? '', patient ?? '')
}

/** The person, with the address and reference for the audit trail. */
type CallContext = { caller: Pick<AuditEvent, 'actor' | 'address' | 'reference'> }

type Amounts = Pick<Decision, 'maximumCovered' | 'patientResponsibility'>

const hasSameAmounts = (one: Amounts, other: Amounts) =>
  compareDecimals(one.maximumCovered ?? '0', other.maximumCovered ?? '0') === 0 &&
  compareDecimals(one.patientResponsibility ?? '0', other.patientResponsibility ?? '0') === 0

/** Writes the first approval of a locked bill, its line in the history, its audit entry and the response, in one statement. */
export async function propose(
  db: Database,
  command: DecideCommand,
  bill: LockedBill,
  { caller }: CallContext,
): Promise<IdempotentResponse> {
  const { itn, decision, user, at = bill.lockedAt } = command
  const [patientResponsibility, maximumCovered] = [
    toStoredAmount(bill, decision.patientResponsibility),
    toStoredAmount(bill, decision.maximumCovered),
  ]
  const message = messages.proposal.proposed(itn, formatMoney(maximumCovered ?? '0', bill.currency))
  const response = { status: 200, message, members: { isProposal: true } }
  const { round, currency, totalChargeAmount: totalCharge } = bill
  const entry = auditEntry({
    ...caller,
    action: 'approval proposed',
    subject: itn,
    clientCode: bill.clientCode,
    detail: { round, currency, totalCharge, patientResponsibility, maximumCovered },
  })
  await execute(
    db,
    sql`
    with audited as (${entry}
    ), recorded as (
      insert into approval_proposal (itn, round, client_code, currency, patient_responsibility, maximum_covered,
                                     proposed_by, proposed_by_name, proposed_at)
      values (${itn}, ${round}, ${bill.clientCode}, ${currency}, ${patientResponsibility}, ${maximumCovered}, ${user.id},
              ${user.name}, ${at})
    )${command.key ? sql`, response as (${insertResponseQuery(command, response)})` : sql``}
    update authorization_request
       set proposed_round = round, proposed_by = ${user.id}, proposed_by_name = ${user.name}, proposed_at = ${at},
           proposed_patient_responsibility = ${patientResponsibility}, proposed_maximum_covered = ${maximumCovered}
     where itn = ${itn}`,
  )
  return response
}

const proposedBill = z.object({
  isPending: z.boolean(),
  round: z.number(),
  clientCode: z.string(),
  /** The person who proposed the approval in this round. */
  proposedBy: z.string().nullable(),
})

type WithdrawCommand = Pick<DecideCommand, 'itn' | 'user'>

/** Withdraws the proposed approval of a bill. Returns the response's message. Call it in a transaction. */
export async function withdraw(
  db: Database,
  { itn, user }: WithdrawCommand,
  { caller }: CallContext,
): Promise<string> {
  const bill = await queryRow(
    db,
    proposedBill,
    sql`
    select is_pending as "isPending", round, client_code as "clientCode",
           case when proposed_round = round then proposed_by end as "proposedBy"
      from authorization_request
     where itn = ${itn}
       for no key update`,
  )
  if (!bill) throw problem(404, messages.unknown)
  const { isPending, proposedBy, round, clientCode } = bill
  if (!isPending || !proposedBy) throw problem(409, messages.proposal.none(itn))
  const detail = { round, proposedBy }
  const entry = auditEntry({ ...caller, action: 'proposal withdrawn', subject: itn, clientCode, detail })
  await execute(
    db,
    sql`
    with audited as (${entry}
    ), recorded as (
      update approval_proposal p
         set withdrawn_by = ${user.id}, withdrawn_by_name = ${user.name}, withdrawn_at = clock_timestamp()
        from authorization_request r
       where r.itn = ${itn} and p.itn = r.itn and p.proposed_at = r.proposed_at and p.withdrawn_at is null
    )
    update authorization_request
       set proposed_round = null, proposed_by = null, proposed_by_name = null, proposed_at = null,
           proposed_patient_responsibility = null, proposed_maximum_covered = null
     where itn = ${itn}`,
  )
  return messages.proposal.withdrawn(itn)
}
