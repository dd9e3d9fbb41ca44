import { useState } from 'react'
import { call } from '#platform/web/api-client.ts'
import { type PendingAuthorization, processAuthorization } from '../../contract.ts'
import type { Decision } from '../../rules.ts'
import { type Faults, type Refusal, refusalOf } from './decision-errors.ts'
import { attempts } from './idempotency-keys.ts'

/** Callbacks for the response to a decision. */
type SavingEvents = {
  onDecided: (itn: string, said: string) => void
  onRefused: (itn: string, refusal: Refusal) => void
}

/** Submits decisions, one at a time per bill, and tracks those in flight even if the user moves to another bill. */
export function useSaving({ onDecided, onRefused }: SavingEvents) {
  const [underWay, setUnderWay] = useState<readonly string[]>([])
  const [{ keyOf, end }] = useState(attempts)
  /** Returns the server's validation errors. */
  const send = async ({ itnNumber: itn, round }: PendingAuthorization, decision: Decision) => {
    setUnderWay((before) => [...before, itn])
    const idempotencyKey = keyOf(itn, round, decision)
    try {
      const { message } = await call(processAuthorization, { itn, round, ...decision, idempotencyKey })
      end(itn)
      onDecided(itn, message)
      return {} as Faults
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal.isFinal) end(itn)
      onRefused(itn, refusal)
      return refusal.faults
    } finally {
      setUnderWay((before) => before.filter((each) => each !== itn))
    }
  }
  return { underWay, send }
}
