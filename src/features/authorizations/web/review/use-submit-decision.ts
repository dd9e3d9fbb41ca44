import { useState } from 'react'
import { call } from '#platform/web/api-client.ts'
import { type PendingAuthorization, processAuthorization } from '../../contract.ts'
import type { Decision } from '../../rules.ts'
import { type DecisionError, type Faults, toDecisionError } from './decision-errors.ts'
import { attempts } from './idempotency-keys.ts'

/** Callbacks for the response to a decision. */
type SavingEvents = {
  onDecided: (itn: string, said: string) => void
  onRejected: (itn: string, decisionError: DecisionError) => void
}

/** Submits decisions, one at a time per bill, and tracks those in flight even if the user moves to another bill. */
export function useSubmitDecision({ onDecided, onRejected }: SavingEvents) {
  const [savingIds, setSavingIds] = useState<readonly string[]>([])
  const [{ keyOf, end }] = useState(attempts)
  /** Returns the server's validation errors. */
  const send = async ({ itnNumber: itn, round }: PendingAuthorization, decision: Decision) => {
    setSavingIds((before) => [...before, itn])
    const idempotencyKey = keyOf(itn, round, decision)
    try {
      const { message } = await call(processAuthorization, { itn, round, ...decision, idempotencyKey })
      end(itn)
      onDecided(itn, message)
      return {} as Faults
    } catch (error) {
      const decisionError = toDecisionError(error)
      if (decisionError.isFinal) end(itn)
      onRejected(itn, decisionError)
      return decisionError.faults
    } finally {
      setSavingIds((before) => before.filter((each) => each !== itn))
    }
  }
  return { savingIds, send }
}
