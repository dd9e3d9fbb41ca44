import { useState } from 'react'
import { call } from '#platform/web/api-client.ts'
import { type PendingAuthorization, processAuthorization } from '../../contract.ts'
import type { Decision } from '../../rules.ts'
import { type Faults, type Refusal, refusalOf } from './decision-errors.ts'
import { attempts } from './idempotency-keys.ts'

/** What is told of a decision when its answer is there. */
type SavingEvents = {
  onDecided: (itn: string, said: string) => void
  onRefused: (itn: string, refusal: Refusal) => void
}

/** Sends decisions, one at a time for each bill, and knows which are under way wherever the desk has gone meanwhile. */
export function useSaving({ onDecided, onRefused }: SavingEvents) {
  const [underWay, setUnderWay] = useState<readonly string[]>([])
  const [{ keyOf, end }] = useState(attempts)
  /** Gives what the server finds wrong with it. */
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
