import { z } from 'zod'
import { CallFailed } from '#platform/web/api-client.ts'
import { earlierDecision } from '../../contract.ts'
import { messages } from '../../messages.ts'
import type { Decision } from '../../rules.ts'

export type Faults = Partial<Record<keyof Decision, string>>

/** Why a decision was not saved, and what that means for the desk. */
export type Refusal = {
  /** The server's sentence, or the one for when there was none. */
  sentence: string
  faults: Faults
  /** Somebody decided before: the bill waits no more. */
  isDecided: boolean
  /** The list says what is no longer so: the bill is another one now, or the right to decide is gone. */
  isOutdated: boolean
  /** Whether this was the server's last word; else the same attempt may be sent again. */
  isFinal: boolean
}

const fields = [
  'patientResponsibility',
  'maximumCovered',
  'denialCode',
  'additionalInfo',
  'otherSpecialHandling',
] as const
const saidFaults = z.array(z.object({ field: z.enum(fields), fault: z.string() })).catch([])

/** What a failed save says. Throws what is no failed call. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof CallFailed)) throw error
  const { status, problem } = error
  const isDecided = status === 409 && earlierDecision.safeParse(problem?.decision).success
  return {
    sentence: problem?.detail ?? messages.saveFailed,
    faults: Object.fromEntries(saidFaults.parse(problem?.faults).map(({ field, fault }) => [field, fault])),
    isDecided,
    isOutdated: status === 403 || (status === 409 && !isDecided),
    isFinal: [403, 404, 409, 422].includes(status),
  }
}
