import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '#platform/web/call.ts'
import { type Action, type PendingAuthorization, processAuthorization } from '../../contract.ts'
import { type Decision, faultsOfDecision } from '../../rules.ts'
import { attempts } from './attempt.ts'
import { type Choice, choosing, decisionOf, noChoice } from './decision-choice.ts'
import { type Faults, type Refusal, refusalOf } from './refusal.ts'
import { useReasons } from './use-reasons.ts'

/** What the desk is told of a bill. */
type DeskEvents = {
  onDecided: (itn: string) => void
  onRefused: (itn: string, refusal: Refusal) => void
  onBegun: () => void
}

export type DecisionForm = ReturnType<typeof useDecision>

/** From nothing chosen to a saved decision on one bill. */
export function useDecision(bill: PendingAuthorization, events: DeskEvents) {
  const { itnNumber: itn, round } = bill
  const { refuse, ...form } = useChoice()
  const [{ keyOf, end }] = useState(attempts)
  const reasons = { D: useReasons('deny'), I: useReasons('info') }
  const { mutateAsync, isPending: isSaving } = useMutation({
    mutationFn: (decision: Decision) =>
      call(processAuthorization, { itn, round, ...decision, idempotencyKey: keyOf(itn, round, decision) }),
  })
  const failed = (error: unknown) => {
    const refusal = refusalOf(error)
    if (refusal.isFinal) end()
    refuse(refusal.faults)
    events.onRefused(itn, refusal)
  }
  const save = () => {
    const { action } = form.choice
    if (action === 'N' || isSaving) return
    const decision = decisionOf(form.choice, bill)
    const codes = action === 'D' || action === 'I' ? reasons[action].items.map(({ code }) => code) : []
    const found = faultsOfDecision(decision, bill, codes)
    events.onBegun()
    refuse(found)
    if (Object.keys(found).length > 0) return
    // Awaited, so that the answer counts even when another bill lies on the desk by then.
    void mutateAsync(decision).then(() => events.onDecided(itn), failed)
  }
  return { ...form, bill, reasons, isSaving, save }
}

/** What is chosen and typed, and what is wrong with it. */
function useChoice() {
  const [choice, setChoice] = useState(noChoice)
  const [faults, setFaults] = useState<Faults>({})
  const choose = (action: Action) => {
    setFaults({})
    setChoice((before) => choosing(before, action))
  }
  return {
    ...{ choice, faults, choose },
    change: (changes: Partial<Choice>) => setChoice((before) => ({ ...before, ...changes })),
    /** Chooses, and goes to the first input of the action, which is enabled by then. */
    goTo: (action: Action) => {
      flushSync(() => choose(action))
      goToInput(firstInput[action])
    },
    /** Says what is wrong, and goes to the first input with a fault. */
    refuse: (found: Faults) => {
      setFaults(found)
      const [first] = Object.keys(found)
      if (first) goToInput(first)
    },
  }
}

const firstInput = {
  A: 'patientResponsibility',
  D: 'denialCode',
  I: 'additionalInfo',
  O: 'otherSpecialHandling',
} as const

const goToInput = (field: string) => document.getElementById(inputId(field))?.focus()

/** The id of the input of a field, to which its fault leads. */
export const inputId = (field: string) => `decision-${field}`
