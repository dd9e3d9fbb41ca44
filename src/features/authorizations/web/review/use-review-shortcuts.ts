import { useEffect, useEffectEvent, useRef } from 'react'
import { type Action, action } from '../../contract.ts'
import type { Choice } from './decision-values.ts'
import { actionId, type DecisionFormState } from './use-decision.ts'

type ShortcutHandlers = {
  move: (steps: 1 | -1) => void
  close: () => void
  toggleKeys: () => void
  /** Whether the user has single-key shortcuts turned on. */
  hasSingleKeys: boolean
  /** Absent in the read-only panel. */
  form?: DecisionFormState | undefined
}

/** The id of the form, used to check that no other dialog is open. */
export const reviewFormId = 'review-form'

/** Elements that use key presses themselves. */
const fields = 'input:not([type=radio], [type=checkbox]), select, textarea'

/**
 * Keyboard shortcuts of the review dialog. Ctrl+Enter saves; if the selected action is out of view, the first press
 * scrolls to it. Escape leaves a field first, then the dialog. Outside fields, A, D, I and O select an action, ← and
 * → navigate, ? shows the shortcuts.
 */
export function useReviewShortcuts({ move, close, toggleKeys, hasSingleKeys, form }: ShortcutHandlers) {
  const shown = useRef<Choice>(undefined)
  const saveOrShow = ({ choice, save }: DecisionFormState) => {
    if (shown.current === choice || choice.action === 'N' || isInView(choice.action)) return save()
    shown.current = choice
    bringIntoView(choice.action)
  }
  const single: Record<string, () => void> = {
    ArrowLeft: () => move(-1),
    ArrowRight: () => move(1),
    '?': toggleKeys,
  }
  for (const each of form ? action.options : []) single[each] = () => form?.goTo(each)
  const actOf = (event: KeyboardEvent, target: Element) => {
    const { key } = event
    const isField = target.matches(fields)
    const hasModifier = event.altKey || event.ctrlKey || event.metaKey
    if (key === 'Enter' && (event.ctrlKey || event.metaKey)) return form && (() => saveOrShow(form))
    if (hasModifier) return undefined
    if (key === 'Escape') return isField && form ? () => form.leaveField() : close
    if (isField || !hasSingleKeys || (key.startsWith('Arrow') && target.matches('[data-sideways]')))
      return undefined
    return single[key.length === 1 ? key.toUpperCase() : key]
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (event.isComposing || !(target instanceof Element) || !isOnTop(target)) return
    const act = actOf(event, target)
    if (!act) return
    event.preventDefault()
    // A key that is held down saves only once.
    if (!event.repeat || event.key !== 'Enter') act()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** Whether a key press is meant for the review dialog: no other dialog or list is open or was just closed by it. */
function isOnTop(target: Element): boolean {
  const review = document.getElementById(reviewFormId)
  const dialogs = [...document.querySelectorAll('[aria-modal="true"]')]
  return target.isConnected && dialogs.every((dialog) => dialog.contains(review)) && !isOpenList(target)
}

/** Browsers before 2025 throw on `:open`; there, Escape closes the list and leaves it at once. */
const isOpenList = (target: Element) => CSS.supports('selector(select:open)') && target.matches('select:open')

/** The heading of an action and its fields. */
const partsOf = (action: Action) => {
  const heading = document.getElementById(actionId(action))
  const block = heading?.closest('[data-chosen]')
  return { heading, block, fields: [...(block?.querySelectorAll(`input, ${fields}`) ?? [])] }
}

const isInView = (action: Action) => partsOf(action).fields.every(isUncovered)

/** Scrolls as much of the block as fits into view between header and footer, always including its heading. */
function bringIntoView(action: Action) {
  const { heading, block } = partsOf(action)
  for (const part of [block, heading]) part?.scrollIntoView({ block: 'nearest' })
}

function isUncovered(field: Element): boolean {
  const { left, width, top, bottom } = field.getBoundingClientRect()
  const block = field.closest('[data-chosen]')
  return [top + 2, bottom - 2].every((y) => block?.contains(document.elementFromPoint(left + width / 2, y)))
}
