import {
  type MutationCache,
  MutationObserver,
  type MutationObserverOptions,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { ApiError, call, createRandomId } from '#platform/web/api-client.ts'
import { isStepUpDemand } from '#sign-in/web/step-up-confirm.tsx'
import { earlierDecision, type PendingAuthorization, processAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { decisionsKey } from '../../queue-contract.ts'
import type { Decision } from '../../rules.ts'

/** The key of the decisions of a person at a client. */
export const decisionMutationKey = (owner: string) => [decisionsKey, owner] as const

/** As long as any client lets a decision be undone, and a little longer. */
const retentionMs = 11 * 60_000

type Submission = { bill: PendingAuthorization; decision: Decision }

/** A decision, or the proposal of one, that was saved. Its times are in milliseconds by the clock of this page. */
export type SavedDecision = Submission & {
  message: string
  decisionId: string | undefined
  savedAt: number
  /**
   * Until when it can be undone, counted from the first attempt, since that one may have saved it. The response's
   * `undoUntil` is by the server's clock.
   */
  undoEndsAt: number
  /** Whether the approval needs a second person, so that the bill stays in the list. */
  isProposal: boolean
}

type SubmitHandlers = {
  /** Identifies the person and the client. */
  owner: string
  onSaved: (itn: string, message: string, isProposal: boolean) => void
  onDecisionError: (itn: string, decisionError: DecisionError) => void
}

/** Submits decisions, one at a time per bill. Each completes even if the user moves to another bill. */
export function useSubmitDecision({ owner, onSaved, onDecisionError }: SubmitHandlers) {
  const mutationKey = decisionMutationKey(owner)
  const [{ getAttempt, endAttempt }] = useState(createIdempotencyKeys)
  const mutate = useQuietMutation<SavedDecision, Submission>({
    mutationKey,
    gcTime: retentionMs,
    mutationFn: async ({ bill, decision }) => {
      const { itnNumber: itn, round } = bill
      const { idempotencyKey, since } = getAttempt(itn, round, decision)
      const response = await call(processAuthorization, { itn, round, ...decision, idempotencyKey })
      const { message, decisionId, undoSeconds = 0, isProposal = false } = response
      const undoEndsAt = since + undoSeconds * 1000
      return { bill, decision, message, decisionId, savedAt: now().getTime(), undoEndsAt, isProposal }
    },
    onSuccess: ({ message, isProposal }, { bill: { itnNumber } }) => {
      endAttempt(itnNumber)
      onSaved(itnNumber, message, isProposal)
    },
    onError: (error, { bill: { itnNumber } }) => {
      const decisionError = toDecisionError(error)
      if (decisionError.isFinal) endAttempt(itnNumber)
      onDecisionError(itnNumber, decisionError)
    },
  })
  const saves = useSaves(owner)
  /**
   * Submits a decision unless one on this bill is in flight. If it is not saved, `onDecisionError` shows the message, also
   * once the person is at another bill. `markErrors` marks the fields of the form, but only if it was the last to submit.
   */
  const submit = (submission: Submission, markErrors: (decisionError: DecisionError) => void) => {
    if (saves.isSaving(submission.bill.itnNumber)) return
    mutate(submission, { onError: (error) => markErrors(toDecisionError(error)) })
  }
  return { ...saves, submit }
}

/** Like `useMutation`, but renders nothing when a mutation begins or ends. */
function useQuietMutation<Data, Variables>(options: MutationObserverOptions<Data, Error, Variables>) {
  const queries = useQueryClient()
  const [observer] = useState(() => new MutationObserver(queries, options))
  useEffect(() => observer.setOptions(options))
  // Without a listener, `mutate` calls no handlers.
  useEffect(() => observer.subscribe(() => {}), [observer])
  return (...submission: Parameters<typeof observer.mutate>) => {
    observer.mutate(...submission).catch(() => {})
  }
}

/**
 * The duration after which the page shows a save and disables the form. Most are done by then, and rendering them would
 * take the time in which the next bill could be drawn.
 */
const slowSaveMs = 100

/** The bills whose decisions are being saved: `isSaving` knows it at once, `slowSaves` makes the page render. */
function useSaves(owner: string) {
  const cache = useQueryClient().getMutationCache()
  const [slowSaves, setSlowSaves] = useState(() => findSaves(cache, owner))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = cache.subscribe(({ type }) => {
      if (type !== 'updated') return
      const saves = findSaves(cache, owner)
      setSlowSaves((shown) => (shown.every((itn) => saves.includes(itn)) ? shown : saves))
      clearTimeout(timer)
      timer = setTimeout(() => setSlowSaves(findSaves(cache, owner)), slowSaveMs)
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [cache, owner])
  return { slowSaves, isSaving: (itn: string) => findSaves(cache, owner).includes(itn) }
}

const findSaves = (cache: MutationCache, owner: string): readonly string[] =>
  cache
    .findAll({ mutationKey: decisionMutationKey(owner), status: 'pending' })
    .map(({ state }) => submittedItn(state.variables))

/** Returns the ITN of a mutation with our key, whose variables the cache types as unknown. */
const submittedItn = (variables: unknown) => (variables as Submission).bill.itnNumber

/** Creates the store of idempotency keys. A bill keeps its key across retries until it gets a final response. */
export function createIdempotencyKeys() {
  const current = new Map<string, { text: string; idempotencyKey: string; since: number }>()
  return {
    /** Returns the key for this decision on this bill, and the time of its first attempt. */
    getAttempt(itn: string, round: number, decision: Decision) {
      const text = JSON.stringify([round, decision])
      const known = current.get(itn)
      const attempt =
        known?.text === text ? known : { text, idempotencyKey: createRandomId(), since: now().getTime() }
      current.set(itn, attempt)
      return attempt
    },
    /** Ends the attempt for this bill: the next decision gets a new key, even if it is identical. */
    endAttempt(itn: string) {
      current.delete(itn)
    },
  }
}

type FieldErrors = Partial<Record<keyof Decision, string>>

/** The reason a decision was not saved, and what the dialog does next. */
export type DecisionError = {
  /** The server's message or, if there was none, the specified one and what to do. */
  message: string
  errors: FieldErrors
  /** Whether someone else made a decision first, so that the bill is no longer pending. */
  isDecided: boolean
  /** Whether the list is outdated, because the bill changed or the user lost the right to make decisions. */
  isOutdated: boolean
  /** Whether the person has to sign in again first. */
  needsStepUp: boolean
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
  const needsStepUp = isStepUpDemand(error)
  const isDecided = status === 409 && earlierDecision.safeParse(problem?.decision).success
  return {
    message: problem?.detail ?? `${messages.saveFailed} ${messages.saveAgain}`,
    errors: Object.fromEntries(serverErrors.parse(problem?.faults).map(({ field, fault }) => [field, fault])),
    isDecided,
    needsStepUp,
    isOutdated: (status === 403 && !needsStepUp) || (status === 409 && !isDecided),
    isFinal: [403, 404, 409, 422].includes(status),
  }
}
