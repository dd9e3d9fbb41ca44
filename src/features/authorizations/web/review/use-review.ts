import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { showError } from '#platform/web/error-notice.tsx'
import { afterPaint } from '#platform/web/page/after-paint.ts'
import type { PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { mergeOrder, pendingQueryKey, removeDecided } from '../pending-query.ts'
import {
  type BillDrafts,
  type DecisionDraftStore,
  decisionDraftStore,
  keepLeftDraft,
  readDecisionDraft,
} from './decision-draft-storage.ts'
import { toValues } from './decision-values.ts'
import { createIgnoredPresses, type Notice } from './review-notice.tsx'
import { useRestoreFocus } from './use-restore-focus.ts'
import { type DecisionError, type SavedDecision, useSubmitDecision } from './use-submit-decision.ts'
import { useUndo } from './use-undo.ts'

const text = messages.review

type Bills = readonly PendingAuthorization[]

/** The bills in the order in which the person goes through them, and which of them is open. */
type OpenOrder = { order: Bills; bill: PendingAuthorization | undefined }

/** The bill before or after the open one; the first one is after none. */
const findNeighbor = ({ order, bill }: OpenOrder, steps: 1 | -1) =>
  order[(bill ? order.indexOf(bill) : -1) + steps]

const findBill = (bills: Bills, itn: string | undefined) => bills.find(({ itnNumber }) => itnNumber === itn)

export type Review = ReturnType<typeof useReview>

/**
 * Manages the open bill, navigation to the others, and what happens after each decision. `bills` includes those that the
 * filters of the list leave out. A save hides earlier notices: removing them first would delay the request by a render of
 * the form.
 */
export function useReview(listed: Bills, owner: string, bills: Bills) {
  const { order, bill, isResubmitted, openBill, reopened, reopen } = useOpenBill(listed, bills)
  const hasInputRef = useRef(false)
  const [notice, setNotice] = useState<Notice>()
  const [ignoredPresses] = useState(createIgnoredPresses)
  const latest = useRef({ order, bill })
  useEffect(() => {
    latest.current = { order, bill }
  })
  const draft = useMemo(() => decisionDraftStore(owner), [owner])
  const [billDrafts] = useState<BillDrafts>(() => new Map())
  const show = (itn: string | undefined, notice?: Notice, removedItn?: string) => {
    if (draft.get()?.itn !== itn) draft.remove()
    openBill(itn, latest.current.order, removedItn)
    setNotice(ignoredPresses.addTo(notice))
  }
  const isOpen = (itn: string) => latest.current.bill?.itnNumber === itn
  const findNext = () => findNeighbor(latest.current, 1)?.itnNumber
  const { slowSaves, isSaving, submit } = useSubmitDecision({
    owner,
    ...useDecisionHandlers({ isOpen, findNext, show, setNotice, forget: (itn) => billDrafts.delete(itn) }),
  })
  const undoState = useUndo(owner, (message, saved) => {
    const isBusy = latest.current.bill !== undefined && hasInputRef.current
    const { keep, keepForLater } = readDecisionDraft(draft, billDrafts, saved.bill)
    ;(isBusy ? keepForLater : keep)(toValues(saved.decision))
    reopen(saved, latest.current, isBusy)
    setNotice({ message: isBusy ? text.toasts.openPrevious(message) : message, kind: 'progress' })
  })
  const savingItn = slowSaves.find((itn) => itn === bill?.itnNumber)
  return {
    bill,
    isResubmitted,
    reopened,
    next: findNeighbor({ order, bill }, 1),
    position: bill ? order.indexOf(bill) + 1 : 0,
    total: order.length,
    slowSaves,
    isSaving,
    submit,
    owner,
    undoState,
    hasInputRef,
    draft,
    billDrafts,
    ...createNavigation({ latest, order, bill, draft, billDrafts, isSaving, show }),
    notice: savingItn && notice?.savingItn !== savingItn ? undefined : notice,
    ignoreKey: () =>
      setNotice(ignoredPresses.note(bill && isSaving(bill.itnNumber) ? bill.itnNumber : undefined)),
    announce: (message: string) => setNotice({ message, kind: 'progress' }),
    dismissNotice: () => setNotice(undefined),
  }
}

type NavigationDeps = OpenOrder &
  Pick<ReviewControls, 'show'> & {
    latest: RefObject<OpenOrder>
    draft: DecisionDraftStore
    billDrafts: BillDrafts
    isSaving: (itn: string) => boolean
  }

function createNavigation({ latest, order, bill, draft, billDrafts, isSaving, show }: NavigationDeps) {
  const open = (itn: string) => {
    const found = findBill(latest.current.order, itn)
    const hasDraft = found && readDecisionDraft(draft, billDrafts, found).values
    show(itn, hasDraft && { message: text.draft, kind: 'progress' })
  }
  /** Moves to another bill or back to the list, with a notice if the decision is still being saved, or was not. */
  const navigate = (itn: string | undefined) => {
    const openItn = bill?.itnNumber ?? ''
    const isLeft = keepLeftDraft(draft, billDrafts)
    const describe = isSaving(openItn) ? text.stillSaving : isLeft && text.left
    show(itn, describe ? { message: describe(openItn), kind: 'progress' } : undefined)
  }
  const close = () => {
    draft.remove()
    if (bill) billDrafts.delete(bill.itnNumber)
    navigate(undefined)
  }
  const move = (steps: 1 | -1) => navigate(findNeighbor({ order, bill }, steps)?.itnNumber)
  return { open, close, move }
}

type OpenBill = {
  /** The open bill, as it was when it was opened. */
  opened?: PendingAuthorization
  /** The order of the list at that time. */
  itns: readonly string[]
  /**
   * Decided bills that the list still has: a list of thousands follows late. They are compared as objects, because the same
   * bill in a newer list is pending again.
   */
  removed: Bills
  /** The decision that was undone last. Its bill may still be missing in the list. */
  reopened?: SavedDecision | undefined
}
const nothingOpen: OpenBill = { itns: [], removed: [] }

/** Whether the list still lacks the bill of an undone decision, which has not been decided again. */
const isAwaited = ({ bill }: SavedDecision, listed: Bills, removedItn: string | undefined) =>
  bill.itnNumber !== removedItn && !findBill(listed, bill.itnNumber)

/**
 * Tracks the open bill and keeps the bills in the order that the list had when it was opened. The open bill stays, with
 * what the person has entered, even if others change the list so that it no longer has it.
 */
function useOpenBill(listed: Bills, bills: Bills) {
  const [{ opened, itns, removed, reopened }, set] = useState<OpenBill>(nothingOpen)
  const order = useMemo(() => {
    if (!opened) return listed
    const unlisted = [opened, reopened?.bill].flatMap((known) =>
      known && !findBill(listed, known.itnNumber) ? (findBill(bills, known.itnNumber) ?? known) : [],
    )
    const present = [...listed, ...unlisted].filter((bill) => !removed.includes(bill))
    return mergeOrder(present, itns)
  }, [listed, bills, opened, itns, removed, reopened])
  const bill = opened && findBill(order, opened.itnNumber)
  useRestoreFocus(listed, bill?.itnNumber)
  /** Opens one of these bills, or none. Removes another, which has been decided, until the list no longer has it. */
  const openBill = (itn: string | undefined, among: Bills, removedItn?: string) => {
    const decided = [...removed, ...among.filter(({ itnNumber }) => itnNumber === removedItn)]
    const stillRemoved = decided.filter((each) => listed.includes(each))
    const found = findBill(among, itn)
    if (!found) return set({ ...nothingOpen, removed: stillRemoved })
    const isReopened = reopened?.bill.itnNumber === itn
    const staysReopened = isReopened || (reopened && isAwaited(reopened, listed, removedItn))
    set({
      opened: found,
      itns: among.map(({ itnNumber }) => itnNumber),
      removed: stillRemoved,
      reopened: staysReopened ? reopened : undefined,
    })
  }
  /**
   * Opens a bill that is pending again, in front of the open one, or in its place in the list. If the person is busy
   * with the open bill, that one stays.
   */
  const reopen = (saved: SavedDecision, { order, bill: openedBill }: OpenOrder, isBusy: boolean) => {
    const { itnNumber: itn } = saved.bill
    const before = order.map(({ itnNumber }) => itnNumber).filter((other) => other !== itn)
    if (openedBill) before.splice(before.indexOf(openedBill.itnNumber), 0, itn)
    const opened = isBusy && openedBill ? openedBill : saved.bill
    const stillRemoved = removed.filter(({ itnNumber }) => itnNumber !== itn)
    set({ opened, itns: openedBill ? before : [], removed: stillRemoved, reopened: saved })
  }
  const isResubmitted = bill !== undefined && bill.round !== opened?.round
  return { order, bill, isResubmitted, openBill, reopened, reopen }
}

type ReviewControls = {
  isOpen: (itn: string) => boolean
  /** Finds the bill after the open one. */
  findNext: () => string | undefined
  /** Opens a bill or the list. The order leaves out a bill that is about to be removed. */
  show: (itn: string | undefined, notice?: Notice, removedItn?: string) => void
  setNotice: (notice: Notice | undefined) => void
  /** Removes what was chosen for a bill. */
  forget: (itn: string) => void
}

/** Handles the response to a decision. Opens the next bill, unless the user has moved to another one. */
function useDecisionHandlers({ isOpen, findNext, show, setNotice, forget }: ReviewControls) {
  const queries = useQueryClient()
  const showNext = (notice: Notice, removedItn?: string) => {
    const next = findNext()
    const isPageError = notice.kind === 'error' && next === undefined
    show(next, isPageError ? undefined : notice, removedItn)
    if (isPageError) showError(notice.message)
  }
  // A list of thousands takes longer to render than the next bill.
  const remove = (itn: string) => afterPaint(() => removeDecided(queries, itn))
  const notifyElsewhere = (message: string) => {
    setNotice(undefined)
    showError(message)
  }
  return {
    onSaved: (itn: string, message: string, isProposal: boolean) => {
      forget(itn)
      const notice = { message, kind: 'result' } as const
      if (isOpen(itn)) showNext(notice, isProposal ? undefined : itn)
      else setNotice(notice)
      if (isProposal) void queries.invalidateQueries({ queryKey: pendingQueryKey })
      else remove(itn)
    },
    onDecisionError: (itn: string, { message, isDecided, isOutdated }: DecisionError) => {
      if (isOutdated) void queries.invalidateQueries({ queryKey: pendingQueryKey })
      if (!isOpen(itn)) notifyElsewhere(isDecided ? message : text.forItn(itn, message))
      else if (isDecided) showNext({ message, kind: 'error', previousItn: itn }, itn)
      else setNotice({ message, kind: 'error' })
      if (!isDecided) return
      forget(itn)
      remove(itn)
    },
  }
}
