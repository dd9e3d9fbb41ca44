import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Action, PendingAuthorization } from '../../contract.ts'
import { type Decision, isZeroApproval, validateDecision } from '../../rules.ts'
import type { FieldErrors } from './decision-errors.ts'
import { type DecisionValues, initialValues, selectAction, toDecision } from './decision-values.ts'
import { useReasons } from './use-reasons.ts'
import type { useReview } from './use-review.ts'

/** The parts of the review that a decision uses. */
type ReviewActions = Pick<ReturnType<typeof useReview>, 'savingIds' | 'send' | 'dismissNotice'>

export type DecisionFormState = ReturnType<typeof useDecision>

/** The state of a decision on one bill, from selection to save. */
export function useDecision(bill: PendingAuthorization, { savingIds, send, dismissNotice }: ReviewActions) {
  const isSaving = savingIds.includes(bill.itnNumber)
  const { setErrors, ...form } = useDecisionValues(isSaving)
  const reasons = useReasons()
  const zero = useZeroApproval(form.choice)
  const sendDecision = (decision: Decision) => void send(bill, decision).then(setErrors)
  const save = () => {
    const { action } = form.choice
    if (action === 'N' || isSaving) return
    const decision = toDecision(form.choice, bill)
    const codes = action === 'D' || action === 'I' ? reasons[action].items.map(({ code }) => code) : []
    const errors = validateDecision(decision, bill, codes)
    dismissNotice()
    setErrors(errors)
    if (Object.keys(errors).length > 0) return focusFirstError(errors)
    if (isZeroApproval(decision, bill) && !zero.isConfirmed) return zero.ask()
    sendDecision(decision)
  }
  const confirm = () => {
    zero.confirm()
    sendDecision(toDecision(form.choice, bill))
  }
  return { ...form, bill, reasons, isSaving, save, zeroApproval: { ...zero, confirm } }
}

/** Tracks the confirmation of a zero approval, which is asked for once per set of values. */
function useZeroApproval(choice: DecisionValues) {
  const [isAsked, setAsked] = useState(false)
  const [confirmed, setConfirmed] = useState<DecisionValues>()
  return {
    isAsked,
    isConfirmed: confirmed === choice,
    ask: () => setAsked(true),
    decline: () => setAsked(false),
    confirm: () => {
      setAsked(false)
      setConfirmed(choice)
    },
  }
}

/** The form's values and errors, with functions to change the values and move the focus. */
function useDecisionValues(isSaving: boolean) {
  const [choice, setChoice] = useState(initialValues)
  const [errors, setErrors] = useState<FieldErrors>({})
  const wasSaving = useRef(isSaving)
  useEffect(() => {
    // While saving, inputs are disabled and lose focus, so restore it if the save fails.
    if (wasSaving.current && !isSaving && choice.action !== 'N')
      focusFirstError(errors, firstInput[choice.action])
    wasSaving.current = isSaving
  }, [isSaving, choice, errors])
  const choose = (action: Action) => {
    setErrors({})
    setChoice((before) => selectAction(before, action))
  }
  return {
    ...{ choice, errors, choose },
    change: (changes: Partial<DecisionValues>) => setChoice((before) => ({ ...before, ...changes })),
    /** Selects an action and focuses its first input once it is enabled. */
    goTo: (action: Action) => {
      if (isSaving) return
      flushSync(() => choose(action))
      focusInput(firstInput[action])
    },
    /** Moves focus from a field to its action's radio button. */
    leaveField: () => {
      if (choice.action !== 'N') document.getElementById(actionId(choice.action))?.focus()
    },
    setErrors,
  }
}

const firstInput = {
  A: 'patientResponsibility',
  D: 'denialCode',
  I: 'additionalInfo',
  O: 'otherSpecialHandling',
} as const

/** Focuses the first invalid input, or the fallback if there is none. */
function focusFirstError(errors: FieldErrors, fallback?: string) {
  const [first = fallback] = Object.keys(errors)
  if (first) focusInput(first)
}

const focusInput = (field: string) => document.getElementById(inputId(field))?.focus()

/** Returns the id of an action's radio button. */
export const actionId = (action: Action) => `decision-action-${action}`

/** Returns the id of a field's input. */
export const inputId = (field: string) => `decision-${field}`
