import { formatInstantInTimeZone } from '#platform/contract/calendar.ts'
import { formatMoney } from '#platform/contract/money.ts'
import type { AuditEvent } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import type { Action, EarlierDecision } from '../contract.ts'
import { messages } from '../messages.ts'
import { actionOf, type Decision, validateDecision } from '../rules.ts'
import {
  type DecideCommand,
  decisionOn,
  findIdempotentResponse,
  type IdempotentResponse,
  type LockedRequest,
  lockRequest,
  saveIdempotentResponse,
  writeDecision,
} from './decision-queries.ts'

type DecisionContext = {
  /** Who decides, from which address, under which reference. */
  caller: Pick<AuditEvent, 'actor' | 'address' | 'reference'>
  timeZone: string
}

/**
 * Decides a bill or returns the reason for a rejection. Call it in one transaction, so that the decision, its feed
 * event, the audit entry and the idempotent response are written together. Undefined if there is no such bill.
 */
export async function decide(
  db: Database,
  order: DecideCommand,
  context: DecisionContext,
): Promise<IdempotentResponse | undefined> {
  const request = await lockRequest(db, order, chosenIn(order.decision))
  if (!request) return undefined
  // After waiting for the row lock, a new query is needed to see what others committed.
  const answered =
    request.answered ?? (request.isPending ? undefined : await findIdempotentResponse(db, order))
  if (answered) return answered.isSame ? answered.answer : rejection(422, messages.keyUsed)
  const rejected = await findRejection(db, order, request, context)
  if (!rejected) return decided(db, order, request, context)
  await saveIdempotentResponse(db, order, rejected)
  return rejected
}

/** The reason why a decision is rejected; undefined if it is valid. */
async function findRejection(
  db: Database,
  order: DecideCommand,
  request: LockedRequest,
  context: DecisionContext,
) {
  const { itn, decision, round = request.round } = order
  if (!isRoundOf(request, round)) return rejection(422, messages.unknownRound(itn))
  if (!request.isPending) return decidedBefore(db, itn, request, context)
  if (round !== request.round) return rejection(409, anotherSince(itn, request, context))
  const codes = request.reason === null ? [] : [chosenIn(decision)?.code ?? '']
  const faults = Object.entries(validateDecision(decision, request, codes))
  if (faults.length === 0) return undefined
  return rejection(422, faults.map(([, sentence]) => sentence).join(' '), {
    faults: faults.map(([field, fault]) => ({ field, fault })),
  })
}

const isRoundOf = (request: LockedRequest, round: number) =>
  Number.isInteger(round) && round >= 1 && round <= request.round

/** Checks whether the bill changed since the round the user saw. */
function anotherSince(itn: string, { receivedAt, changedAt }: LockedRequest, { timeZone }: DecisionContext) {
  if (changedAt) return messages.changedSince(itn, formatInstantInTimeZone(timeZone, changedAt))
  return messages.receivedAgain(itn, formatInstantInTimeZone(timeZone, receivedAt))
}

async function decided(
  db: Database,
  order: DecideCommand,
  request: LockedRequest,
  context: DecisionContext,
): Promise<IdempotentResponse> {
  const { itn, decision } = order
  const action = actionOf(decision)
  if (!action) throw new Error('A decision without faults is one of one action.')
  const answer = { status: 200, message: decidedMessage(order, request, action), members: {} }
  const event = {
    ...context.caller,
    action: 'authorization decided',
    subject: itn,
    clientCode: request.clientCode,
    detail: detailOf(decision, request, action),
  }
  await writeDecision(db, order, request, { action, event, answer })
  return answer
}

/** Describes the decision, with its amounts or its reason. */
function decidedMessage(
  { itn, decision }: DecideCommand,
  { currency, reason }: LockedRequest,
  action: Action,
): string {
  const { patientResponsibility, maximumCovered, denialCode, additionalInfo } = decision
  const shown = (amount: string | null | undefined) => formatMoney(amount ?? '0', currency)
  switch (action) {
    case 'A':
      return messages.decided.A(itn, shown(maximumCovered), shown(patientResponsibility))
    case 'D':
      return messages.decided.D(itn, messages.reason(denialCode ?? '', reason ?? ''))
    case 'I':
      return messages.decided.I(itn, messages.reason(additionalInfo ?? '', reason ?? ''))
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

async function decidedBefore(
  db: Database,
  itn: string,
  { round }: LockedRequest,
  { timeZone }: DecisionContext,
) {
  const earlier = await decisionOn(db, itn, round)
  if (!earlier) throw new Error(`ITN ${itn} waits no more, and nobody decided it.`)
  const { action, by, at } = earlier
  const decision: EarlierDecision = {
    action,
    decision: messages.decisions[action],
    by,
    at: at.toISOString(),
  }
  const sentence = messages.decidedBefore(itn, decision.decision, by, formatInstantInTimeZone(timeZone, at))
  return rejection(409, sentence, { decision })
}

/** The code in a decision, and the list it comes from. */
function chosenIn(decision: Decision) {
  const action = actionOf(decision)
  if (action === 'D') return { list: 'deny', code: decision.denialCode ?? '' } as const
  if (action === 'I') return { list: 'info', code: decision.additionalInfo ?? '' } as const
  return undefined
}

const detailOf = (
  decision: Decision,
  { round, currency, totalChargeAmount }: LockedRequest,
  action: Action,
) => ({
  round,
  decision: messages.decisions[action],
  currency,
  totalCharge: totalChargeAmount,
  ...(action === 'A' && {
    patientResponsibility: decision.patientResponsibility ?? null,
    maximumCovered: decision.maximumCovered ?? null,
  }),
  ...(action === 'D' && { code: decision.denialCode ?? null }),
  ...(action === 'I' && { code: decision.additionalInfo ?? null }),
})
