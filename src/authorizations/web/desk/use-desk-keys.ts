import { useEffect, useEffectEvent } from 'react'
import { action } from '../../contract.ts'
import type { DecisionForm } from './use-decision.ts'

type Desk = {
  move: (steps: 1 | -1) => void
  close: () => void
  toggleKeys: () => void
  /** Whether the reader wants keys that do something by themselves. */
  hasSingleKeys: boolean
  /** Absent where somebody only looks. */
  form?: DecisionForm | undefined
}

/** The id of the desk's form, by which its keys know that no other dialog is open. */
export const deskId = 'decision-desk'

/** Where keys write or choose. */
const fields = 'input:not([type=radio], [type=checkbox]), select, textarea'

/**
 * What keys do at the desk. Ctrl+Enter saves everywhere, what is in sight. Escape leaves a field first, then the desk.
 * Outside fields A, D, I and O choose, ← and → move, ? shows the keys.
 */
export function useDeskKeys({ move, close, toggleKeys, hasSingleKeys, form }: Desk) {
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
    if (key === 'Enter' && (event.ctrlKey || event.metaKey)) return form && (() => saveInSight(form))
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
    // A key that is held down saves once.
    if (!event.repeat || event.key !== 'Enter') act()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** Whether a key was pressed at the desk: no other dialog is open, none was just closed by it, and no list is open. */
function isOnTop(target: Element): boolean {
  const desk = document.getElementById(deskId)
  const dialogs = [...document.querySelectorAll('[aria-modal="true"]')]
  return target.isConnected && dialogs.every((dialog) => dialog.contains(desk)) && !isOpenList(target)
}

/** Browsers before 2025 do not know `:open`, and throw at it: there, Escape closes the list and leaves it at once. */
const isOpenList = (target: Element) => CSS.supports('selector(select:open)') && target.matches('select:open')

/** Saves what is chosen when it is in sight, else brings it there. */
function saveInSight(form: DecisionForm) {
  const chosen = document.querySelector(`#${deskId} [data-chosen]`)
  if (!chosen || isInSight(chosen)) form.save()
  else chosen.scrollIntoView({ block: 'nearest' })
}

function isInSight(element: Element): boolean {
  const { left, width, top, bottom } = element.getBoundingClientRect()
  return [top + 2, bottom - 2].every((y) => element.contains(document.elementFromPoint(left + width / 2, y)))
}
