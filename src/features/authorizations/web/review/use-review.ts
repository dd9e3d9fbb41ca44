import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { showError } from '#platform/web/error-notice.tsx'
import type { PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { foundPending, type Pending } from '../pending-query.ts'
import type { DecisionError } from './decision-errors.ts'
import { mergeOrder } from './merge-order.ts'
import { useRestoreFocus } from './use-restore-focus.ts'
import { useSubmitDecision } from './use-submit-decision.ts'

const text = messages.review

/** A notice in the dialog: an error, or the result of a decision saved in the background. */
type Notice = { sentence: string; isError: boolean }

/** The open bill, navigation to the others, and what happens after each decision. */
export function useReview(listed: readonly PendingAuthorization[]) {
  const { order, bill, openBill } = useOpenBill(listed)
  const [notice, setNotice] = useState<Notice>()
  const now = useRef({ order, bill })
  useEffect(() => {
    now.current = { order, bill }
  })
  const show = (itn: string | undefined, said?: Notice) => {
    openBill(itn, now.current.order)
    setNotice(said)
  }
  const isOpen = (itn: string) => now.current.bill?.itnNumber === itn
  const nextAfter = (itn: string) => {
    const at = now.current.order.findIndex(({ itnNumber }) => itnNumber === itn)
    return now.current.order[at + 1]?.itnNumber
  }
  const { savingIds, send } = useSubmitDecision(useOutcomes({ isOpen, nextAfter, show, setNotice }))
  const place = bill ? order.indexOf(bill) : -1
  /** Moves to another bill or back to the list, with a notice if a decision is still being saved. */
  const navigate = (itn: string | undefined) => {
    const isLeft = bill !== undefined && savingIds.includes(bill.itnNumber)
    show(itn, isLeft ? { sentence: text.stillSaving(bill.itnNumber), isError: false } : undefined)
  }
  return {
    ...{ bill, next: order[place + 1], place: place + 1, all: order.length, notice, savingIds, send },
    open: (itn: string) => show(itn),
    move: (steps: 1 | -1) => navigate(order[place + steps]?.itnNumber),
    close: () => navigate(undefined),
    forget: () => setNotice(undefined),
  }
}

/** The open bill, in the order the list had when it was opened. */
function useOpenBill(listed: readonly PendingAuthorization[]) {
  const [{ opened, before }, set] = useState<Laid>(cleared)
  const order = opened === undefined ? listed : mergeOrder(listed, before)
  const bill = order.find(({ itnNumber }) => itnNumber === opened)
  useRestoreFocus(listed, bill?.itnNumber)
  const openBill = (itn: string | undefined, order: readonly PendingAuthorization[]) =>
    set(itn === undefined ? cleared : { opened: itn, before: order.map(({ itnNumber }) => itnNumber) })
  return { order, bill, openBill }
}

type Laid = { opened?: string; before: readonly string[] }
const cleared: Laid = { before: [] }

type Outcomes = {
  isOpen: (itn: string) => boolean
  nextAfter: (itn: string) => string | undefined
  show: (itn: string | undefined, said?: Notice) => void
  setNotice: (notice: Notice | undefined) => void
}

/** Handles the response to a decision: opens the next bill, unless the user has moved on. */
function useOutcomes({ isOpen, nextAfter, show, setNotice }: Outcomes) {
  const queries = useQueryClient()
  const follow = (itn: string, notice: Notice) => {
    const next = nextAfter(itn)
    const isErrorOfPage = notice.isError && next === undefined
    show(next, isErrorOfPage ? undefined : notice)
    if (isErrorOfPage) showError(notice.sentence)
  }
  const notifyElsewhere = (sentence: string) => {
    setNotice(undefined)
    showError(sentence)
  }
  return {
    onDecided: (itn: string, sentence: string) => {
      const notice = { sentence, isError: false }
      if (isOpen(itn)) follow(itn, notice)
      else setNotice(notice)
      removeFromCache(queries, itn)
    },
    onRejected: (itn: string, { sentence, isDecided, isOutdated }: DecisionError) => {
      if (isOutdated) void queries.invalidateQueries({ queryKey: foundPending })
      if (!isOpen(itn)) notifyElsewhere(isDecided ? sentence : text.ofAnother(itn, sentence))
      else if (isDecided) follow(itn, { sentence, isError: true })
      else setNotice({ sentence, isError: true })
      if (isDecided) removeFromCache(queries, itn)
    },
  }
}

/** Removes a bill from every cached list without marking the list as fresh. */
function removeFromCache(queries: QueryClient, itn: string) {
  for (const { queryKey, state } of queries.getQueryCache().findAll({ queryKey: foundPending }))
    queries.setQueryData<Pending>(queryKey, (found) => found && without(found, itn), {
      updatedAt: state.dataUpdatedAt,
    })
}

const without = (found: Pending, itn: string): Pending => ({
  ...found,
  bills: found.bills.filter(({ itnNumber }) => itnNumber !== itn),
})
