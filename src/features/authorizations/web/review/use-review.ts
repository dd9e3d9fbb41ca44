import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { ApiError, call } from '#platform/web/api-client.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { earlierDecision, type PendingAuthorization, processAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'
import type { Decision } from '../../rules.ts'
import { type Pending, pendingQueryKey } from '../pending-query.ts'
import { useRestoreFocus } from './use-restore-focus.ts'

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

type Named = { itnNumber: string }

/** Keeps the bills in their previous order and appends new ones. */
export function mergeOrder<Bill extends Named>(
  order: readonly Bill[],
  previousItns: readonly string[],
): Bill[] {
  const bills = new Map(order.map((bill) => [bill.itnNumber, bill]))
  const itns = new Set([...previousItns, ...bills.keys()])
  return [...itns].flatMap((itn) => bills.get(itn) ?? [])
}

/** Callbacks for the response to a decision. */
type SavingEvents = {
  onDecided: (itn: string, message: string) => void
  onRejected: (itn: string, decisionError: DecisionError) => void
}

/** Submits decisions, one at a time per bill, and tracks those in flight even if the user moves to another bill. */
function useSubmitDecision({ onDecided, onRejected }: SavingEvents) {
  const [savingIds, setSavingIds] = useState<readonly string[]>([])
  const [{ getKey, endAttempt }] = useState(createIdempotencyKeys)
  /** Sends a decision and returns the server's validation errors. */
  const send = async ({ itnNumber: itn, round }: PendingAuthorization, decision: Decision) => {
    setSavingIds((before) => [...before, itn])
    const idempotencyKey = getKey(itn, round, decision)
    try {
      const { message } = await call(processAuthorization, { itn, round, ...decision, idempotencyKey })
      endAttempt(itn)
      onDecided(itn, message)
      return {} as FieldErrors
    } catch (error) {
      const decisionError = toDecisionError(error)
      if (decisionError.isFinal) endAttempt(itn)
      onRejected(itn, decisionError)
      return decisionError.errors
    } finally {
      setSavingIds((before) => before.filter((each) => each !== itn))
    }
  }
  return { savingIds, send }
}

/** Creates the store of idempotency keys. A bill keeps its key across retries until it gets a final response. */
export function createIdempotencyKeys() {
  const current = new Map<string, { text: string; key: string }>()
  return {
    /** Returns the key for this decision on this bill. */
    getKey(itn: string, round: number, decision: Decision): string {
      const text = JSON.stringify([round, decision])
      const known = current.get(itn)
      const attempt = known?.text === text ? known : { text, key: randomKey() }
      current.set(itn, attempt)
      return attempt.key
    },
    /** Ends the attempt for this bill: the next decision gets a new key, even if it is identical. */
    endAttempt(itn: string) {
      current.delete(itn)
    },
  }
}

/** Unlike `crypto.randomUUID`, this works outside secure contexts. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

export type FieldErrors = Partial<Record<keyof Decision, string>>

/** The reason a decision was not saved, and what the dialog does next. */
type DecisionError = {
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
