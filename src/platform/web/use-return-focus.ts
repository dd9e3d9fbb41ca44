import { useEffect, useEffectEvent } from 'react'
import { focusOrMain } from './content-states.tsx'

/**
 * Moves the focus when the component goes: to this element or, if the page no longer has it, to the main content. For
 * dialogs that exist only while they are open.
 */
export function useReturnFocus(find: () => HTMLElement | null) {
  const move = useEffectEvent(() => focusOrMain(find()))
  useEffect(() => () => move(), [])
}

/** The dialog that was opened last, if one is open. */
export const findTopDialog = () =>
  [...document.querySelectorAll<HTMLElement>('[aria-modal="true"]')].at(-1) ?? null

/** Whether an element is in the dialog that was opened last, or no dialog is open. Null is in no dialog. */
export function isOnTop(element: Element | null): boolean {
  const top = findTopDialog()
  return top === null || top.contains(element)
}
