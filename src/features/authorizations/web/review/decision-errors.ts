import { z } from 'zod'
import { ApiError } from '#platform/web/api-client.ts'
import { earlierDecision } from '../../contract.ts'
import { messages } from '../../messages.ts'
import type { Decision } from '../../rules.ts'

export type FieldErrors = Partial<Record<keyof Decision, string>>

/** The reason a decision was not saved, and what the dialog does next. */
export type DecisionError = {
  /** The server's message, or a generic one if there was none. */
  message: string
  errors: FieldErrors
  /** Whether someone else made a decision first, so that the bill is no longer pending. */
  isDecided: boolean
  /** Whether the list is outdated, because the bill changed or the user lost the right to make decisions. */
  isOutdated: boolean
  /** Whether the response is final; otherwise the same attempt may be retried. */
  isFinal: boolean
}

const fields = [
  'patientResponsibility',
  'maximumCovered',
  'denialCode',
  'additionalInfo',
  'otherSpecialHandling',
] as const
const serverErrors = z.array(z.object({ field: z.enum(fields), fault: z.string() })).catch([])

/** Converts a failed save to a decision error. Rethrows anything that is not an API error. */
export function toDecisionError(error: unknown): DecisionError {
  if (!(error instanceof ApiError)) throw error
  const { status, problem } = error
  const isDecided = status === 409 && earlierDecision.safeParse(problem?.decision).success
  return {
    message: problem?.detail ?? messages.saveFailed,
    errors: Object.fromEntries(serverErrors.parse(problem?.faults).map(({ field, fault }) => [field, fault])),
    isDecided,
    isOutdated: status === 403 || (status === 409 && !isDecided),
    isFinal: [403, 404, 409, 422].includes(status),
  }
}
