import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '#platform/web/api-client.ts'
import { useErrorNotice } from '#platform/web/error-notice.tsx'
import { type AppForm, useAppForm, useFormValues, withFieldErrors } from '#platform/web/form/use-app-form.ts'
import { useStepUp } from '#sign-in/web/step-up-confirm.tsx'
import {
  type Action,
  type LookupItem,
  listDenialReasons,
  listInfoNeeded,
  type PendingAuthorization,
} from '../../contract.ts'
import { messages } from '../../messages.ts'
import { compareApproval, defaultCodes, isZeroApproval, validateDecision } from '../../rules.ts'
import { readDecisionDraft } from './decision-draft-storage.ts'
import {
  createInitialValues,
  type DecisionValues,
  decisionValues,
  noAction,
  selectAction,
  toDecision,
} from './decision-values.ts'
import type { Review } from './use-review.ts'
import { useSecondPerson } from './use-second-person.ts'

/** The parts of the review that a decision uses. */
type ReviewActions = Pick<
  Review,
  'slowSaves' | 'isSaving' | 'submit' | 'dismissNotice' | 'hasInputRef' | 'draft' | 'billDrafts' | 'ignoreKey'
>

export type DecisionFormState = ReturnType<typeof useDecision>

/** The state of a decision on one bill, from selection to submission. */
export function useDecision(bill: PendingAuthorization, review: ReviewActions) {
  const { dismissNotice } = review
  const { values: draft, left, keep } = readDecisionDraft(review.draft, review.billDrafts, bill)
  const isSaving = () => review.isSaving(bill.itnNumber)
  const reasons = useReasons()
  const form = useAppForm({
    schema: withFieldErrors(decisionValues, (values) => {
      const { action } = values
      const options = action === 'D' || action === 'I' ? reasons[action].items : []
      const isKnownCode = (chosen: string) => options.some(({ code }) => code === chosen)
      return validateDecision(toDecision(values, bill), bill, isKnownCode)
    }),
    defaultValues: draft ?? createInitialValues(bill),
    idPrefix: 'decision',
    revalidates: false,
    onChange: keep,
  })
  const values = useFormValues(form)
  useHasInput(review.hasInputRef, values.action !== noAction)
  const { send, stepUp, isShownSaving } = useSending(bill, review, { form, values })
  const choose = (action: Action) => {
    form.clearErrors()
    form.change(selectAction(values, action))
  }
  const zero = useZeroApproval(values, send)
  return {
    bill,
    form,
    values,
    reasons,
    isSaving,
    choose,
    dismissNotice,
    ignoreKey: review.ignoreKey,
    /** The amounts of a chosen approval next to the total charge. */
    amounts: compareApproval(toDecision(values, bill), bill),
    ...useSecondPerson(values, bill),
    stepUp,
    isShownSaving,
    change: form.change,
    errors: form.errors,
    fieldId: form.fieldId,
    /** Submits the decision; a zero approval only once it is confirmed. */
    submit: (submitted: DecisionValues) => {
      if (isSaving()) return
      if (zero.isConfirmed || !isZeroApproval(toDecision(submitted, bill), bill)) return send(submitted)
      dismissNotice()
      zero.ask()
    },
    zeroApproval: zero,
    /** Brings back what was entered before the bill was left; undefined if there is nothing, or something new. */
    restore: values.action === noAction ? left && (() => fillIn(form, left)) : undefined,
    /** Selects an action and focuses its first input once it is enabled. */
    goTo: (action: Action) => fillIn(form, selectAction(values, action)),
    /** Moves focus from a field to its action's radio button. */
    leaveField: () => {
      if (values.action !== noAction) document.getElementById(actionId(values.action))?.focus()
    },
  }
}

/** Sends decisions on a bill, and shows at its fields why one was refused. */
function useSending(
  bill: PendingAuthorization,
  review: ReviewActions,
  { form, values }: { form: AppForm<DecisionValues>; values: DecisionValues },
) {
  const stepUp = useStepUp()
  const [failures, setFailures] = useState(0)
  const isShownSaving = review.slowSaves.includes(bill.itnNumber)
  useFocusAfterSave(form, values, { isShownSaving, failures })
  const send = (submitted: DecisionValues) =>
    review.submit({ bill, decision: toDecision(submitted, bill) }, ({ errors, needsStepUp }) => {
      if (needsStepUp) stepUp.ask()
      for (const [field, message] of Object.entries(errors))
        form.setError(field as keyof DecisionValues, { message })
      setFailures((count) => count + 1)
    })
  return { send, stepUp, isShownSaving }
}

/** Changes the values and focuses the first input of their action once it is enabled. */
function fillIn({ change, focusField, clearErrors }: AppForm<DecisionValues>, values: DecisionValues) {
  clearErrors()
  flushSync(() => change(values))
  if (values.action !== noAction) focusField(firstInput[values.action])
}

/** Tells the review whether the form has input. */
function useHasInput(hasInputRef: ReviewActions['hasInputRef'], isStarted: boolean) {
  useEffect(() => {
    hasInputRef.current = isStarted
    return () => {
      hasInputRef.current = false
    }
  }, [hasInputRef, isStarted])
}

/** Tracks the confirmation of a zero approval, which is asked for once per set of values. */
function useZeroApproval(values: DecisionValues, onConfirmed: (values: DecisionValues) => void) {
  const [isAsked, setAsked] = useState(false)
  const [confirmed, setConfirmed] = useState<DecisionValues>()
  return {
    isAsked,
    isConfirmed: confirmed === values,
    ask: () => setAsked(true),
    decline: () => setAsked(false),
    confirm: () => {
      setAsked(false)
      setConfirmed(values)
      onConfirmed(values)
    },
  }
}

type SaveProgress = { isShownSaving: boolean; failures: number }

/** After a save that failed, the focus goes to the field at fault: a slow one has disabled the inputs, which lost it. */
function useFocusAfterSave(
  { errors, focusField }: AppForm<DecisionValues>,
  { action }: DecisionValues,
  { isShownSaving, failures }: SaveProgress,
) {
  const last = useRef({ isShownSaving, failures })
  const restoreFocus = useEffectEvent(() => {
    const invalid = Object.keys(errors) as (keyof DecisionValues)[]
    const first = invalid[0] ?? (action !== noAction && firstInput[action])
    if (!first) return
    focusField(first)
    document.activeElement?.scrollIntoView({ block: 'nearest' })
  })
  useEffect(() => {
    const hasEnded = last.current.isShownSaving && !isShownSaving
    if (hasEnded || failures > last.current.failures) restoreFocus()
    last.current = { isShownSaving, failures }
  }, [isShownSaving, failures])
}

const firstInput = {
  A: 'patientResponsibility',
  D: 'denialCode',
  I: 'additionalInfo',
  O: 'otherSpecialHandling',
} as const

/** Returns the id of an action's radio button. */
export const actionId = (action: Action) => `decision-action-${action}`

const lists = {
  deny: { contract: listDenialReasons, failed: messages.denyListFailed },
  info: { contract: listInfoNeeded, failed: messages.infoListFailed },
} as const

/** The options of a list. Until they load, the only option is the default, which always exists. */
type Reasons = { items: readonly LookupItem[]; failed: string | undefined; retry: () => void }

/** The options of both lists, by action. A single notice covers all loading errors. */
function useReasons(): Record<'D' | 'I', Reasons> {
  const [deny, info] = [useList('deny'), useList('info')]
  const failing = [deny, info].filter(({ query }) => query.isError)
  const isSettled = !deny.query.isFetching && !info.query.isFetching
  useErrorNotice(
    {
      isError: isSettled && failing.length > 0,
      errorUpdatedAt: Math.max(deny.query.errorUpdatedAt, info.query.errorUpdatedAt),
    },
    failing.map(({ message }) => message).join(' '),
  )
  return { D: deny.reasons, I: info.reasons }
}

function useList(list: keyof typeof lists) {
  const { contract, failed: message } = lists[list]
  const query = useQuery({
    queryKey: ['authorization-reasons', list],
    queryFn: async ({ signal }) => (await call(contract, {}, signal)).lookupItems,
  })
  const reasons: Reasons = {
    items: query.data ?? [{ code: defaultCodes[list], description: '' }],
    failed: query.isError && !query.isFetching ? message : undefined,
    retry: () => void query.refetch(),
  }
  return { query, message, reasons }
}
