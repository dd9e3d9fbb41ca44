import { useState } from 'react'
import { call } from '#platform/web/api-client.ts'
import { type PendingAuthorization, processAuthorization } from '../../contract.ts'
import type { Decision } from '../../rules.ts'
import { type DecisionError, type FieldErrors, toDecisionError } from './decision-errors.ts'
import { createIdempotencyKeys } from './idempotency-keys.ts'

/** Callbacks for the response to a decision. */
type SavingEvents = {
  onDecided: (itn: string, message: string) => void
  onRejected: (itn: string, decisionError: DecisionError) => void
}

/** Submits decisions, one at a time per bill, and tracks those in flight even if the user moves to another bill. */
export function useSubmitDecision({ onDecided, onRejected }: SavingEvents) {
  const [savingIds, setSavingIds] = useState<readonly string[]>([])
  const [{ getKey, endAttempt }] = useState(createIdempotencyKeys)
  /** Sends a decision and returns the server's validation errors. */
  const send = async ({ itnNumber: itn, round }: PendingAuthorization, decision: Decision) => {
    setSavingIds((before) => [...before, itn])
    const idempotencyKey = getKey(itn, round, decision)
    try {
      const { message } = await call(processAuthorization, { itn, round, ...decision, idempotencyKey })
      endAttempt(itn)
      onDecided(itn, message)
      return {} as FieldErrors
    } catch (error) {
      const decisionError = toDecisionError(error)
      if (decisionError.isFinal) endAttempt(itn)
      onRejected(itn, decisionError)
      return decisionError.errors
    } finally {
      setSavingIds((before) => before.filter((each) => each !== itn))
    }
  }
  return { savingIds, send }
}
