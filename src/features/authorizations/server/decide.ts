import { randomUUID } from 'node:crypto'
import { formatInstantInTimeZone } from '#platform/contract/date-format.ts'
import { formatMoney, toCurrencyScale } from '#platform/contract/money.ts'
import type { AuditEvent } from '#platform/db/audit.ts'
import type { Database } from '#platform/db/database.ts'
import { stepUpReason } from '#sign-in/rules.ts'
import type { Action, EarlierDecision } from '../contract.ts'
import { messages } from '../messages.ts'
import { type Decision, findAction, isApprovalAbove, validateDecision } from '../rules.ts'
import {
  type DecideCommand,
  findDecision,
  findIdempotentResponse,
  type IdempotentResponse,
  type LockedBill,
  lockBill,
  type Proposal,
  saveIdempotentResponse,
  writeDecision,
} from './decision-queries.ts'
import { describeConflict, propose } from './propose.ts'

export type DecisionContext = {
  /** The user who makes or undoes the decision, with the address and reference for the audit trail. */
  caller: Pick<AuditEvent, 'actor' | 'address' | 'reference'>
  timeZone: string
  /**
   * Whether the person signed in recently and strongly enough for an approval above the client's limit. Without it, such
   * an approval is rejected.
   */
  hasStepUp?: (db: Database) => Promise<boolean>
}

/**
 * Makes a decision on a bill. Returns the response, which may be a rejection, or undefined if there is no
 * such bill. Call it in a transaction, so that the decision, its message in the feed, the audit entry and the
 * idempotent response are written together.
 */
export async function decide(
  db: Database,
  command: DecideCommand,
  context: DecisionContext,
): Promise<IdempotentResponse | undefined> {
  const bill = await lockBill(db, command, findChosenCode(command.decision))
  if (!bill) return undefined
  // The first query cannot see what other transactions committed while it waited for the row lock. A rejection saved in
  // between is found by the retry in `decision-routes.ts`.
  const mayHaveResponse = !bill.isPending || bill.proposal !== null
  const earlierResponse =
    bill.earlierResponse ?? (mayHaveResponse ? await findIdempotentResponse(db, command) : undefined)
  if (earlierResponse)
    return earlierResponse.isSame ? earlierResponse.response : rejection(422, messages.keyReused)
  const rejected = await findRejection(db, command, bill, context)
  if (rejected) {
    await saveIdempotentResponse(db, command, rejected)
    return rejected
  }
  const needsStepUp = isApprovalAbove(bill.stepUpAbove, command.decision, bill)
  // Not stored under the key: the same request is accepted after the step-up.
  if (needsStepUp && !(await context.hasStepUp?.(db)))
    return rejection(403, messages.stepUp.needed(command.itn), { reason: stepUpReason })
  const needsSecond = isApprovalAbove(bill.secondPersonAbove, command.decision, bill)
  if (needsSecond && !bill.proposal) return propose(db, command, bill, context)
  const conflict = needsSecond ? describeConflict(command, bill) : undefined
  // Not stored either: it can be accepted once the proposal is withdrawn.
  if (conflict) return rejection(409, conflict)
  return recordDecision(db, command, bill, {
    ...context,
    needsStepUp,
    proposal: needsSecond ? bill.proposal : null,
  })
}

/** Returns the rejection of an invalid decision; undefined if it is valid. */
async function findRejection(
  db: Database,
  command: DecideCommand,
  bill: LockedBill,
  context: DecisionContext,
) {
  const { itn, decision, round = bill.round } = command
  if (!isValidRound(bill, round)) return rejection(422, messages.unknownRound(itn))
  if (!bill.isPending) return rejectDecided(db, itn, bill, context)
  if (round !== bill.round) return rejection(409, describeChange(messages, { itn, ...bill }, context))
  // The query that locked the bill has looked up the only code of the decision.
  const isKnownCode = () => bill.chosenReason !== null
  const errors = Object.entries(validateDecision(decision, bill, isKnownCode))
  if (errors.length === 0) return undefined
  return rejection(422, errors.map(([, message]) => message).join(' '), {
    faults: errors.map(([field, fault]) => ({ field, fault })),
  })
}

const isValidRound = (bill: LockedBill, round: number) =>
  Number.isInteger(round) && round >= 1 && round <= bill.round

/** Returns the text that says that the last change opened another round of a bill, and when. */
export function describeChange(
  { changed, resubmitted }: Pick<typeof messages, 'changed' | 'resubmitted'>,
  { itn, changedAt, receivedAt }: { itn: string; changedAt: Date | null; receivedAt: Date },
  { timeZone }: DecisionContext,
): string {
  const describe = changedAt ? changed : resubmitted
  return describe(itn, formatInstantInTimeZone(timeZone, changedAt ?? receivedAt))
}

async function recordDecision(
  db: Database,
  command: DecideCommand,
  bill: LockedBill,
  context: DecisionContext & { needsStepUp: boolean; proposal: Proposal | null },
): Promise<IdempotentResponse> {
  const { itn, decision } = command
  const action = findAction(decision)
  if (!action) throw new Error('A valid decision has exactly one action.')
  const decisionMessage = { id: randomUUID(), undoUntil: command.at ?? bill.undoUntil }
  const members = {
    decisionId: decisionMessage.id,
    undoUntil: decisionMessage.undoUntil.toISOString(),
    undoSeconds: bill.undoSeconds,
  }
  const response = { status: 200, message: describeDecision(command, bill, action), members }
  const auditEvent = {
    ...context.caller,
    action: 'authorization decided',
    subject: itn,
    clientCode: bill.clientCode,
    detail: {
      decisionId: decisionMessage.id,
      ...buildAuditDetail(decision, bill, action),
      ...(context.needsStepUp && { stepUp: true }),
      ...(context.proposal && {
        firstApprovedBy: context.proposal.user.name,
        firstApprovedById: context.proposal.user.id,
      }),
    },
  }
  await writeDecision(db, command, bill, {
    action,
    decisionMessage,
    auditEvent,
    response,
    proposal: context.proposal,
  })
  return response
}

/** Describes the decision, with its amounts or its reason. */
function describeDecision(
  { itn, decision }: DecideCommand,
  { currency, chosenReason }: LockedBill,
  action: Action,
): string {
  const { patientResponsibility, maximumCovered, denialCode, additionalInfo } = decision
  const format = (amount: string | null | undefined) => formatMoney(amount ?? '0', currency)
  switch (action) {
    case 'A':
      return messages.decided.A(itn, format(maximumCovered), format(patientResponsibility))
    case 'D':
      return messages.decided.D(itn, messages.reason(denialCode ?? '', chosenReason ?? ''))
    case 'I':
      return messages.decided.I(itn, messages.reason(additionalInfo ?? '', chosenReason ?? ''))
    case 'O':
      return messages.decided.O(itn)
  }
}

const rejection = (
  status: number,
  message: string,
  members: IdempotentResponse['members'] = {},
): IdempotentResponse => ({
  status,
  message,
  members,
})

async function rejectDecided(
  db: Database,
  itn: string,
  { round }: LockedBill,
  { timeZone }: DecisionContext,
) {
  const earlier = await findDecision(db, itn, round)
  if (!earlier) throw new Error(`ITN ${itn} is not pending but has no decision.`)
  const { action, userName, at } = earlier
  const decision: EarlierDecision = {
    action,
    decision: messages.decisions[action],
    by: userName,
    at: at.toISOString(),
  }
  const message = messages.alreadyDecided(
    itn,
    decision.decision,
    userName,
    formatInstantInTimeZone(timeZone, at),
  )
  return rejection(409, message, { decision })
}

/** Returns the code in a decision and the list it comes from. */
function findChosenCode(decision: Decision) {
  const action = findAction(decision)
  if (action === 'D') return { list: 'deny', code: decision.denialCode ?? '' } as const
  if (action === 'I') return { list: 'info', code: decision.additionalInfo ?? '' } as const
  return undefined
}

const buildAuditDetail = (
  decision: Decision,
  { round, currency, totalChargeAmount }: LockedBill,
  action: Action,
) => ({
  round,
  decision: messages.decisions[action],
  currency,
  totalCharge: totalChargeAmount,
  ...(action === 'A' && {
    patientResponsibility: toCurrencyScale(currency, decision.patientResponsibility ?? '0'),
    maximumCovered: toCurrencyScale(currency, decision.maximumCovered ?? '0'),
  }),
  ...(action === 'D' && { code: decision.denialCode ?? null }),
  ...(action === 'I' && { code: decision.additionalInfo ?? null }),
})
