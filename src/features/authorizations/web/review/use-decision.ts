import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Action, PendingAuthorization } from '../../contract.ts'
import { approvesNothing, type Decision, faultsOfDecision } from '../../rules.ts'
import type { Faults } from './decision-errors.ts'
import { type Choice, choosing, decisionOf, noChoice } from './decision-values.ts'
import { useReasons } from './use-reasons.ts'
import type { useDesk } from './use-review.ts'

/** What takes a decision on from here. */
type Desk = Pick<ReturnType<typeof useDesk>, 'underWay' | 'send' | 'forget'>

export type DecisionForm = ReturnType<typeof useDecision>

/** From nothing chosen to a saved decision on one bill. */
export function useDecision(bill: PendingAuthorization, { underWay, send, forget }: Desk) {
  const isSaving = underWay.includes(bill.itnNumber)
  const { refuse, ...form } = useChoice(isSaving)
  const reasons = useReasons()
  const zero = useZeroApproval(form.choice)
  const sendDecision = (decision: Decision) => void send(bill, decision).then(refuse)
  const save = () => {
    const { action } = form.choice
    if (action === 'N' || isSaving) return
    const decision = decisionOf(form.choice, bill)
    const codes = action === 'D' || action === 'I' ? reasons[action].items.map(({ code }) => code) : []
    const found = faultsOfDecision(decision, bill, codes)
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

/** The question whether to approve a bill for nothing: asked once for what is chosen and typed. */
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

/** What is chosen and typed, and what is wrong with it. */
function useChoice(isSaving: boolean) {
  const [choice, setChoice] = useState(noChoice)
  const [faults, setFaults] = useState<Faults>({})
  const wasSaving = useRef(isSaving)
  useEffect(() => {
    // What is saved cannot be changed meanwhile, and so loses the focus: it comes back when nothing came of it.
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
    /** Chooses, and goes to the first input of the action, which is enabled by then. */
    goTo: (action: Action) => {
      if (isSaving) return
      flushSync(() => choose(action))
      goToInput(firstInput[action])
    },
    /** Leaves a field for the action that it belongs to. */
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

/** Goes to the first input with a fault. */
function goToFault(faults: Faults, otherwise?: string) {
  const [first = otherwise] = Object.keys(faults)
  if (first) goToInput(first)
}

const goToInput = (field: string) => document.getElementById(inputId(field))?.focus()

/** The id of the radio button of an action. */
export const actionId = (action: Action) => `decision-action-${action}`

/** The id of the input of a field, to which its fault leads. */
export const inputId = (field: string) => `decision-${field}`
