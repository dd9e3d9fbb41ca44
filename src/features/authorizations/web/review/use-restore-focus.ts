import { useEffect, useLayoutEffect, useRef } from 'react'
import type { PendingAuthorization } from '../../contract.ts'

/** The id of the element that shows the list. */
export const listId = 'pending-authorizations'

/** Returns the id of the button in a row that opens the review dialog. */
export const rowButtonId = (itn: string) => `open-${itn}`

/**
 * Restores focus after the dialog closes: to the row of its last bill, to the row that took its position, or to the
 * list. The table reuses its rows' elements, so a change of the list can put another bill under the focus: the focus
 * then follows its bill, unless the user has moved on.
 */
export function useRestoreFocus(listed: readonly PendingAuthorization[], opened: string | undefined) {
  const last = useRef<{ itn: string; index: number }>(undefined)
  const restored = useRef<HTMLElement>(undefined)
  // Before anyone can press a key: otherwise the focus is on the body until the effects of the new list run.
  useLayoutEffect(() => {
    const findIndex = (itn: string) => listed.findIndex(({ itnNumber }) => itnNumber === itn)
    if (opened !== undefined) {
      const index = findIndex(opened)
      if (index >= 0) last.current = { itn: opened, index }
      restored.current = undefined
      return
    }
    if (!last.current || (restored.current && hasMovedOn(restored.current))) return
    const { itn, index } = last.current
    const row = findIndex(itn) >= 0 ? itn : listed[Math.min(index, listed.length - 1)]?.itnNumber
    restored.current = focusElement(row === undefined ? listId : rowButtonId(row))
  }, [listed, opened])
  useEffect(
    () => () => {
      if (restored.current && document.activeElement === document.body) focusElement(listId)
    },
    [],
  )
}

/** Whether the focus has left a restored row, other than because the row was removed. */
const hasMovedOn = (restored: HTMLElement) =>
  document.activeElement !== document.body && (document.activeElement !== restored || restored.id === listId)

/** Focuses an element or, if the page does not have it, the list. Returns what it focused. */
function focusElement(id: string): HTMLElement | undefined {
  const element = document.getElementById(id) ?? document.getElementById(listId) ?? undefined
  element?.focus()
  return element
}
