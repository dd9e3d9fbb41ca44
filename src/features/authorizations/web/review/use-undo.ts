import { skipToken, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'
import { now } from '#platform/contract/clock.ts'
import { ApiError, call } from '#platform/web/api-client.ts'
import { dismissError, showError } from '#platform/web/error-notice.tsx'
import { undoDecision } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { invalidateAfterUndo } from '../pending-query.ts'
import { decisionMutationKey, type SavedDecision } from './use-submit-decision.ts'

/** The shortest time that a toast stays, for decisions that can no longer be undone when they are saved. */
const shownMs = 6_000

export type UndoState = ReturnType<typeof useUndo>

type UndoneDecision = { itn: string; decisionId: string | undefined }

const identify = ({ bill, decisionId }: SavedDecision): UndoneDecision => ({
  itn: bill.itnNumber,
  decisionId,
})

const isSame = (one: UndoneDecision, other: UndoneDecision) =>
  one.itn === other.itn && one.decisionId === other.decisionId

const undoKey = (owner: string) => ['undo-authorization', owner] as const
const closedToastsKey = (owner: string) => ['closed-decision-toasts', owner] as const

/**
 * The decisions of the last seconds, newest first, and their undo. They are kept in the cache of mutations, so that they
 * outlive the page. `owner` identifies the person and the client.
 */
export function useUndo(owner: string, onUndone: (message: string, saved: SavedDecision) => void) {
  const savedDecisions = useMutationState({
    filters: { mutationKey: decisionMutationKey(owner), status: 'success' },
    select: ({ state }) => state.data as SavedDecision,
  })
  const { closed, closeToast } = useClosedToasts(owner)
  const { requestUndo, isUndoing } = useUndoDecision(
    owner,
    (message, saved) => saved && onUndone(message, saved),
  )
  const time = useNow(savedDecisions.some((saved) => lastsUntil(saved) > now().getTime()))
  const shown = savedDecisions
    .filter((saved) => (lastsUntil(saved) > time && !closed.includes(saved)) || isUndoing(identify(saved)))
    .toReversed()
  const isUndoable = (saved: SavedDecision) => saved.undoEndsAt > time && !isUndoing(identify(saved))
  return {
    toasts: shown.map((saved) => ({
      saved,
      /** The whole seconds left to undo the decision; 0 if it cannot be undone anymore. */
      seconds: Math.max(0, Math.ceil((saved.undoEndsAt - time) / 1000)),
      isUndoing: isUndoing(identify(saved)),
    })),
    undo: (saved: SavedDecision) => {
      if (isUndoable(saved)) requestUndo(identify(saved))
    },
    /** Undoes the last decision, also if its toast was closed, or says why that is not possible. */
    undoLast: () => {
      const last = savedDecisions.at(-1)
      if (!last || isUndoing()) return
      if (isUndoable(last)) return requestUndo(identify(last))
      showError((last.isProposal ? messages.proposal.notUndone : messages.undo.sent)(last.bill.itnNumber))
    },
    closeToast,
  }
}

/**
 * Undoes decisions of a person at a client. `onUndone` also receives the decision if this page saved it; its toast goes,
 * as it does if it is too late.
 */
export function useUndoDecision(
  owner: string,
  onUndone: (message: string, saved: SavedDecision | undefined) => void,
) {
  const queries = useQueryClient()
  const undoing = useMutationState({
    filters: { mutationKey: undoKey(owner), status: 'pending' },
    select: ({ state }) => state.variables as UndoneDecision,
  })
  /** Removes a decision from the cache of mutations and returns it. */
  const take = (undone: UndoneDecision) => {
    const cache = queries.getMutationCache()
    for (const mutation of cache.findAll({ mutationKey: decisionMutationKey(owner), status: 'success' })) {
      const saved = mutation.state.data as SavedDecision
      if (!isSame(identify(saved), undone)) continue
      cache.remove(mutation)
      return saved
    }
  }
  const { mutate } = useMutation({
    mutationKey: undoKey(owner),
    mutationFn: (undone: UndoneDecision) => call(undoDecision, undone),
    onMutate: dismissError,
    onSuccess: ({ message }, undone) => {
      onUndone(message, take(undone))
      invalidateAfterUndo(queries, { isPending: true })
    },
    onError: (error, undone) => {
      const { status, problem } = toApiError(error)
      showError(problem?.detail ?? messages.review.toasts.failed)
      if (![403, 404, 409].includes(status)) return
      take(undone)
      invalidateAfterUndo(queries, { isPending: false })
    },
  })
  return {
    requestUndo: mutate,
    /** Whether a decision, or any, is being undone. */
    isUndoing: (one?: UndoneDecision) => undoing.some((each) => !one || isSame(each, one)),
  }
}

/** Decisions whose toasts were closed. They can still be undone. They are kept in the cache, as the decisions are. */
function useClosedToasts(owner: string) {
  const queries = useQueryClient()
  const queryKey = closedToastsKey(owner)
  const { data: closed = [] } = useQuery<SavedDecision[]>({ queryKey, queryFn: skipToken })
  const closeToast = (saved: SavedDecision) =>
    queries.setQueryData<SavedDecision[]>(queryKey, (others = []) => [...others, saved])
  return { closed, closeToast }
}

const lastsUntil = ({ savedAt, undoEndsAt }: SavedDecision) => Math.max(undoEndsAt, savedAt + shownMs)

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}

/** Returns the current time in milliseconds; while `isTicking`, renders again each second. */
export function useNow(isTicking: boolean): number {
  const [, tick] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (!isTicking) return
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [isTicking])
  return now().getTime()
}
