import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { showError } from '#platform/web/error-notice.tsx'
import type { PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { type Pending, pendingQueryKey } from '../pending-query.ts'
import type { DecisionError } from './decision-errors.ts'
import { mergeOrder } from './merge-order.ts'
import { useRestoreFocus } from './use-restore-focus.ts'
import { useSubmitDecision } from './use-submit-decision.ts'

const text = messages.review

/** A notice in the dialog: an error, or the result of a decision saved in the background. */
type Notice = { message: string; isError: boolean }

/** Manages the open bill, navigation to the others, and what happens after each decision. */
export function useReview(listed: readonly PendingAuthorization[]) {
  const { order, bill, openBill } = useOpenBill(listed)
  const [notice, setNotice] = useState<Notice>()
  const latest = useRef({ order, bill })
  useEffect(() => {
    latest.current = { order, bill }
  })
  const show = (itn: string | undefined, notice?: Notice) => {
    openBill(itn, latest.current.order)
    setNotice(notice)
  }
  const isOpen = (itn: string) => latest.current.bill?.itnNumber === itn
  const findNext = (itn: string) => {
    const at = latest.current.order.findIndex(({ itnNumber }) => itnNumber === itn)
    return latest.current.order[at + 1]?.itnNumber
  }
  const { savingIds, send } = useSubmitDecision(useDecisionHandlers({ isOpen, findNext, show, setNotice }))
  const index = bill ? order.indexOf(bill) : -1
  /** Moves to another bill or back to the list, with a notice if a decision is still being saved. */
  const navigate = (itn: string | undefined) => {
    const isStillSaving = bill !== undefined && savingIds.includes(bill.itnNumber)
    show(itn, isStillSaving ? { message: text.stillSaving(bill.itnNumber), isError: false } : undefined)
  }
  return {
    ...{ bill, next: order[index + 1], position: index + 1, all: order.length, notice, savingIds, send },
    open: (itn: string) => show(itn),
    move: (steps: 1 | -1) => navigate(order[index + steps]?.itnNumber),
    close: () => navigate(undefined),
    dismissNotice: () => setNotice(undefined),
  }
}

/** Tracks the open bill and keeps the bills in the order that the list had when it was opened. */
function useOpenBill(listed: readonly PendingAuthorization[]) {
  const [{ opened, itns }, set] = useState<OpenBill>(nothingOpen)
  const order = opened === undefined ? listed : mergeOrder(listed, itns)
  const bill = order.find(({ itnNumber }) => itnNumber === opened)
  useRestoreFocus(listed, bill?.itnNumber)
  const openBill = (itn: string | undefined, order: readonly PendingAuthorization[]) =>
    set(itn === undefined ? nothingOpen : { opened: itn, itns: order.map(({ itnNumber }) => itnNumber) })
  return { order, bill, openBill }
}

type OpenBill = { opened?: string; itns: readonly string[] }
const nothingOpen: OpenBill = { itns: [] }

type ReviewControls = {
  isOpen: (itn: string) => boolean
  findNext: (itn: string) => string | undefined
  show: (itn: string | undefined, notice?: Notice) => void
  setNotice: (notice: Notice | undefined) => void
}

/** Handles the response to a decision. Opens the next bill, unless the user has moved to another one. */
function useDecisionHandlers({ isOpen, findNext, show, setNotice }: ReviewControls) {
  const queries = useQueryClient()
  const showNext = (itn: string, notice: Notice) => {
    const next = findNext(itn)
    const isPageError = notice.isError && next === undefined
    show(next, isPageError ? undefined : notice)
    if (isPageError) showError(notice.message)
  }
  const notifyElsewhere = (message: string) => {
    setNotice(undefined)
    showError(message)
  }
  return {
    onDecided: (itn: string, message: string) => {
      const notice = { message, isError: false }
      if (isOpen(itn)) showNext(itn, notice)
      else setNotice(notice)
      removeFromCache(queries, itn)
    },
    onRejected: (itn: string, { message, isDecided, isOutdated }: DecisionError) => {
      if (isOutdated) void queries.invalidateQueries({ queryKey: pendingQueryKey })
      if (!isOpen(itn)) notifyElsewhere(isDecided ? message : text.forItn(itn, message))
      else if (isDecided) showNext(itn, { message, isError: true })
      else setNotice({ message, isError: true })
      if (isDecided) removeFromCache(queries, itn)
    },
  }
}

/** Removes a bill from every cached list without marking the lists as fresh. */
function removeFromCache(queries: QueryClient, itn: string) {
  for (const { queryKey, state } of queries.getQueryCache().findAll({ queryKey: pendingQueryKey }))
    queries.setQueryData<Pending>(queryKey, (found) => found && withoutBill(found, itn), {
      updatedAt: state.dataUpdatedAt,
    })
}

const withoutBill = (found: Pending, itn: string): Pending => ({
  ...found,
  bills: found.bills.filter(({ itnNumber }) => itnNumber !== itn),
})
