import { useEffect, useLayoutEffect, useRef } from 'react'
import { useCombination } from '#platform/web/page/use-combination.ts'
import { isOnTop } from '#platform/web/use-return-focus.ts'
import { fields, useKeyDown } from '#platform/web/use-shortcut.ts'
import { type Action, action } from '../../contract.ts'
import { type DecisionValues, noAction } from './decision-values.ts'
import { actionId, type DecisionFormState } from './use-decision.ts'

type ShortcutHandlers = {
  move: (steps: 1 | -1) => void
  close: () => void
  toggleShortcuts: () => void
  /** Whether the user has single-key shortcuts turned on. */
  hasSingleKeys: boolean
  /** Absent in the read-only panel. */
  decisionForm?: DecisionFormState | undefined
}

/** Undoes the last decision with Ctrl+Z (or Cmd+Z), except in text fields, where it undoes typing. */
export function useUndoShortcut(undoLast: () => void) {
  const isMeant = ({ target, repeat }: KeyboardEvent) =>
    !repeat && target instanceof Element && !isTextField(target) && isForReview(target)
  useCombination('Control', 'z', undoLast, isMeant)
}

/** Whether the browser undoes typing in a field. */
const isTextField = (target: Element) => target.matches(fields) && !target.matches('select')

/** The ID of the form or, if it is read-only, the section, by which the shortcuts recognize their own dialog. */
export const reviewFormId = 'review-form'

/** Elements that use the arrow keys themselves: the actions, and pages that scroll sideways. */
const usesArrows = '[type=radio], [data-sideways]'

/**
 * Keyboard shortcuts of the review dialog. Ctrl+Enter saves; if the selected action is out of view, the first press
 * scrolls to it instead. Alt+Page Up and Alt+Page Down navigate. Escape leaves a field first, then closes the dialog.
 * Outside fields, A, D, I and O select an action, ← and → navigate (among the actions, they choose), and ? shows or
 * hides the shortcuts. Keys of a decision that come while one is saved, or were pressed before the bill was open, are
 * ignored, and the dialog says so.
 */
export function useReviewShortcuts({
  move,
  close,
  toggleShortcuts,
  hasSingleKeys,
  decisionForm,
}: ShortcutHandlers) {
  const scrolledTo = useRef<DecisionValues>(undefined)
  const saveOrShow = ({ values }: DecisionFormState) => {
    if (scrolledTo.current === values || values.action === noAction || isInView(values.action))
      return document.querySelector<HTMLFormElement>(`form#${reviewFormId}`)?.requestSubmit()
    scrolledTo.current = values
    scrollToAction(values.action)
  }
  const values = decisionForm?.values
  // The action stays in view, also when input makes the buttons below it taller, so that the first Ctrl+Enter saves.
  useEffect(() => {
    if (values && values.action !== noAction) scrollToAction(values.action)
  }, [values])
  const isTooEarly = useOpenTime()
  const decide = (event: KeyboardEvent, handler: (form: DecisionFormState) => void) =>
    decisionForm &&
    (decisionForm.isSaving() || isTooEarly(event) ? decisionForm.ignoreKey : () => handler(decisionForm))
  const singleKeys: Record<string, () => void> = {
    ArrowLeft: () => move(-1),
    ArrowRight: () => move(1),
    '?': toggleShortcuts,
  }
  const findHandler = (event: KeyboardEvent, target: Element) => {
    const { key } = event
    const isField = target.matches(fields)
    const hasModifier = event.altKey || event.ctrlKey || event.metaKey
    if (key === 'Enter' && (event.ctrlKey || event.metaKey)) return decide(event, saveOrShow)
    if (event.altKey && key === 'PageUp') return () => move(-1)
    if (event.altKey && key === 'PageDown') return () => move(1)
    if (hasModifier) return undefined
    if (key === 'Escape') return isField && decisionForm ? () => decisionForm.leaveField() : close
    if (isField || !hasSingleKeys || (key.startsWith('Arrow') && target.matches(usesArrows))) return undefined
    const chosen = action.safeParse(key.toUpperCase())
    return chosen.success ? decide(event, ({ goTo }) => goTo(chosen.data)) : singleKeys[key]
  }
  useKeyDown((event) => {
    const { target } = event
    if (event.isComposing || !(target instanceof Element) || !isForReview(target)) return
    const handler = findHandler(event, target)
    if (!handler) return
    event.preventDefault()
    // A key that is held down saves only once.
    if (!event.repeat || event.key !== 'Enter') handler()
  })
}

/**
 * Returns whether a key was pressed before the page had the bill. It was meant for the bill before: pages get the keys of
 * a fast typist late, when the next bill is already open.
 */
function useOpenTime(): (event: KeyboardEvent) => boolean {
  const openedAt = useRef(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    openedAt.current = performance.now()
  }, [])
  return ({ timeStamp }) => timeStamp < openedAt.current
}

/** Whether a key press is meant for the review dialog: no other dialog or list is open or was just closed by it. */
const isForReview = (target: Element): boolean =>
  target.isConnected && isOnTop(document.getElementById(reviewFormId)) && !isOpenList(target)

/** Browsers before 2025 do not support `:open`. In them, one Escape closes the list and leaves the field. */
const isOpenList = (target: Element) => CSS.supports('selector(select:open)') && target.matches('select:open')

/** Finds the heading, block and fields of an action. */
const findActionElements = (action: Action) => {
  const heading = document.getElementById(actionId(action))
  const block = heading?.closest('[data-chosen]')
  return { heading, block, fields: [...(block?.querySelectorAll(`input, ${fields}`) ?? [])] }
}

const isInView = (action: Action) => findActionElements(action).fields.every(isVisible)

/** Scrolls as much of the block as fits into view between header and footer, always including its heading. */
function scrollToAction(action: Action) {
  const { heading, block } = findActionElements(action)
  for (const part of [block, heading]) part?.scrollIntoView({ block: 'nearest' })
}

function isVisible(field: Element): boolean {
  const { left, width, top, bottom } = field.getBoundingClientRect()
  const block = field.closest('[data-chosen]')
  return [top + 2, bottom - 2].every((y) => block?.contains(document.elementFromPoint(left + width / 2, y)))
}
