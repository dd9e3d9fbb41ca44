import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Action, PendingAuthorization } from '../../contract.ts'
import { approvesNothing, type Decision, validateDecision } from '../../rules.ts'
import type { Faults } from './decision-errors.ts'
import { type Choice, choosing, decisionOf, noChoice } from './decision-values.ts'
import { useReasons } from './use-reasons.ts'
import type { useReview } from './use-review.ts'

/** Callbacks for leaving and saving. */
type ReviewActions = Pick<ReturnType<typeof useReview>, 'savingIds' | 'send' | 'forget'>

export type DecisionFormState = ReturnType<typeof useDecision>

/** The state of a decision on one bill, from selection to save. */
export function useDecision(bill: PendingAuthorization, { savingIds, send, forget }: ReviewActions) {
  const isSaving = savingIds.includes(bill.itnNumber)
  const { refuse, ...form } = useChoice(isSaving)
  const reasons = useReasons()
  const zero = useZeroApproval(form.choice)
  const sendDecision = (decision: Decision) => void send(bill, decision).then(refuse)
  const save = () => {
    const { action } = form.choice
    if (action === 'N' || isSaving) return
    const decision = decisionOf(form.choice, bill)
    const codes = action === 'D' || action === 'I' ? reasons[action].items.map(({ code }) => code) : []
    const found = validateDecision(decision, bill, codes)
    forget()
    refuse(found)
    if (Object.keys(found).length > 0) return goToFault(found)
    if (approvesNothing(decision, bill) && !zero.isConfirmed) return zero.ask()
    sendDecision(decision)
  }
  const confirm = () => {
    zero.confirm()
    sendDecision(decisionOf(form.choice, bill))
  }
  return { ...form, bill, reasons, isSaving, save, zeroApproval: { ...zero, confirm } }
}

/** Confirmation for approving a bill for zero: asked once per set of values. */
function useZeroApproval(choice: Choice) {
  const [isAsked, setAsked] = useState(false)
  const [confirmed, setConfirmed] = useState<Choice>()
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

/** Form values and errors. */
function useChoice(isSaving: boolean) {
  const [choice, setChoice] = useState(noChoice)
  const [faults, setFaults] = useState<Faults>({})
  const wasSaving = useRef(isSaving)
  useEffect(() => {
    // Inputs are disabled while saving and lose focus; restore it if the save fails.
    if (wasSaving.current && !isSaving && choice.action !== 'N') goToFault(faults, firstInput[choice.action])
    wasSaving.current = isSaving
  }, [isSaving, choice, faults])
  const choose = (action: Action) => {
    setFaults({})
    setChoice((before) => choosing(before, action))
  }
  return {
    ...{ choice, faults, choose },
    change: (changes: Partial<Choice>) => setChoice((before) => ({ ...before, ...changes })),
    /** Selects an action and focuses its first input once it is enabled. */
    goTo: (action: Action) => {
      if (isSaving) return
      flushSync(() => choose(action))
      goToInput(firstInput[action])
    },
    /** Moves focus from a field to its action's radio button. */
    leaveField: () => {
      if (choice.action !== 'N') document.getElementById(actionId(choice.action))?.focus()
    },
    refuse: setFaults,
  }
}

const firstInput = {
  A: 'patientResponsibility',
  D: 'denialCode',
  I: 'additionalInfo',
  O: 'otherSpecialHandling',
} as const

/** Focuses the first invalid input. */
function goToFault(faults: Faults, otherwise?: string) {
  const [first = otherwise] = Object.keys(faults)
  if (first) goToInput(first)
}

const goToInput = (field: string) => document.getElementById(inputId(field))?.focus()

/** The id of an action's radio button. */
export const actionId = (action: Action) => `decision-action-${action}`

/** The id of a field's input, which its error links to. */
export const inputId = (field: string) => `decision-${field}`
