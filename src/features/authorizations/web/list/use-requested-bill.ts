import { useEffect, useEffectEvent } from 'react'
import { showError } from '#platform/web/error-notice.tsx'
import type { PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'
import type { RequestedBill } from '../pending-query.ts'
import type { DecisionDraftStore } from '../review/decision-draft-storage.ts'

type RequestOptions = {
  bills: readonly PendingAuthorization[]
  /** The bills that the filters let through. */
  rows: readonly PendingAuthorization[]
  clearFilter: () => void
  open: (itn: string) => void
  draft: DecisionDraftStore
}

/** Opens the bill that another page asked to open, without the filters if they hide it. */
export function useRequestedBill(
  { openItn, onOpened, isSearching }: RequestedBill,
  { bills, rows, ...on }: RequestOptions,
) {
  const isRequested = ({ itnNumber }: PendingAuthorization) => itnNumber === openItn
  const isListed = bills.some(isRequested)
  useMissingBill(on.draft, openItn, isListed || isSearching === true)
  const isShown = rows.some(isRequested)
  const open = useEffectEvent((itn: string) => {
    on.open(itn)
    onOpened()
  })
  const clearFilter = useEffectEvent(on.clearFilter)
  useEffect(() => {
    if (openItn === undefined || !isListed) return
    if (isShown) open(openItn)
    else clearFilter()
  }, [openItn, isListed, isShown])
}

/** Says so if a bill is requested but not pending, and removes its draft. */
function useMissingBill(store: DecisionDraftStore, requestedItn: string | undefined, isListed: boolean) {
  const forget = useEffectEvent((itn: string) => {
    const hasDraft = store.get()?.itn === itn
    if (hasDraft) store.remove()
    showError((hasDraft ? messages.review.draftGone : messages.review.notPending)(itn))
  })
  useEffect(() => {
    if (requestedItn !== undefined && !isListed) forget(requestedItn)
  }, [requestedItn, isListed])
}
