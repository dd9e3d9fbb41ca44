import { createContext, useContext } from 'react'
import type { PendingAuthorization } from '../../contract.ts'
import { compareApproval, isApprovalAbove } from '../../rules.ts'
import type { PendingBills } from '../pending-query.ts'
import { type DecisionValues, toDecision } from './decision-values.ts'

/** The amounts by currency above which approvals need a second person, by client code. */
export const SecondPersonLimits = createContext<PendingBills['secondPersonAbove']>({})

/** Returns whether the chosen approval needs a second person. */
export function useSecondPerson(values: DecisionValues, bill: PendingAuthorization) {
  const limits = useContext(SecondPersonLimits)[bill.client]
  const decision = toDecision(values, bill)
  const isAbove = limits && compareApproval(decision, bill) && isApprovalAbove(limits, decision, bill)
  return {
    /** The limit that the approval exceeds, if Save only proposes it. */
    exceededLimit: isAbove && !bill.proposal ? (limits[bill.currency] ?? 0) : undefined,
    /** Whether another person has to approve, because this one has proposed it: the server rejects it. */
    isOwnProposal: isAbove === true && bill.proposal?.isMine === true,
  }
}
