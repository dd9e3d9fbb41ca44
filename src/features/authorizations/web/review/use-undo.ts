import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'
import { now } from '#platform/contract/clock.ts'
import { ApiError, call } from '#platform/web/api-client.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { undoDecision } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { refreshAfterUndo } from '../pending-query.ts'
import { decisionKey, type SavedDecision } from './use-submit-decision.ts'

/** How long a toast stays at least, for decisions that can no longer be undone when they are saved. */
const shownMs = 6_000

export type UndoState = ReturnType<typeof useUndo>

/** How many toasts there are at most. */
const maxToasts = 3

/** Decisions whose toasts were closed. They can still be undone. */
const closed = new WeakSet<SavedDecision>()

/**
 * The decisions of the last seconds, newest first, and their undo. They are kept in the cache of mutations, so that they
 * outlive the page. `owner` identifies the person and the client.
 */
export function useUndo(owner: string, onUndone: (saved: SavedDecision, message: string) => void) {
  const mutationKey = decisionKey(owner)
  const undoKey = ['undo-authorization', owner]
  const queries = useQueryClient()
  const decided = useMutationState({
    filters: { mutationKey, status: 'success' },
    select: ({ state }) => state.data as SavedDecision,
  })
  const undoing = useMutationState({
    filters: { mutationKey: undoKey, status: 'pending' },
    select: ({ state }) => state.variables as SavedDecision,
  })
  const remove = (saved: SavedDecision) => {
    const cache = queries.getMutationCache()
    for (const mutation of cache.findAll({ mutationKey, predicate: ({ state }) => state.data === saved }))
      cache.remove(mutation)
  }
  const { mutate } = useMutation({
    mutationKey: undoKey,
    mutationFn: ({ bill: { itnNumber }, decisionId }: SavedDecision) =>
      call(undoDecision, { itn: itnNumber, decisionId }),
    onSuccess: ({ message }, saved) => {
      remove(saved)
      onUndone(saved, message)
      refreshAfterUndo(queries, { isPending: true })
    },
    onError: (error, saved) => {
      const { status, problem } = toApiError(error)
      showError(problem?.detail ?? messages.review.toasts.failed)
      if (![403, 404, 409].includes(status)) return
      remove(saved)
      refreshAfterUndo(queries, { isPending: false })
    },
  })
  const time = useNow(decided.some((saved) => lastsUntil(saved) > now().getTime()))
  const shown = decided
    .filter((saved) => (lastsUntil(saved) > time && !closed.has(saved)) || undoing.includes(saved))
    .toReversed()
    .slice(0, maxToasts)
  const isUndoable = (saved: SavedDecision) => saved.undoUntil > time && undoing.length === 0
  return {
    toasts: shown.map((saved) => ({
      saved,
      /** The whole seconds left to undo the decision; 0 if it cannot be undone anymore. */
      seconds: Math.max(0, Math.ceil((saved.undoUntil - time) / 1000)),
      isUndoing: undoing.includes(saved),
    })),
    undo: (saved: SavedDecision) => {
      if (isUndoable(saved)) mutate(saved)
    },
    /** Undoes the last decision, also if its toast was closed, or says why that is not possible. */
    undoLast: () => {
      const last = decided.at(-1)
      if (!last || undoing.length > 0) return
      if (isUndoable(last)) return mutate(last)
      showError((last.isProposal ? messages.proposal.notUndone : messages.undo.sent)(last.bill.itnNumber))
    },
    closeToast: useClosing(),
  }
}

function useClosing() {
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  return (saved: SavedDecision) => {
    closed.add(saved)
    rerender()
  }
}

const lastsUntil = ({ savedAt, undoUntil }: SavedDecision) => Math.max(undoUntil, savedAt + shownMs)

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}

/** Returns the current time in milliseconds; while `isTicking`, renders again each second. */
function useNow(isTicking: boolean): number {
  const [, tick] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (!isTicking) return
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [isTicking])
  return now().getTime()
}
