import { useEffect, useRef } from 'react'
import type { PendingAuthorization } from '../../contract.ts'

/** The id of the element that shows the list. */
export const listId = 'pending-authorizations'

/** Returns the id of the button in a row that opens the review dialog. */
export const rowButtonId = (itn: string) => `open-${itn}`

/**
 * Restores focus after the dialog closes: to the row of its last bill, to the row that took its position, or to the
 * list.
 */
export function useRestoreFocus(order: readonly PendingAuthorization[], opened: string | undefined) {
  const last = useRef<{ itn: string; index: number }>(undefined)
  const hasRestored = useRef(false)
  useEffect(() => {
    const findIndex = (itn: string) => order.findIndex(({ itnNumber }) => itnNumber === itn)
    if (opened !== undefined) {
      const index = findIndex(opened)
      if (index >= 0) last.current = { itn: opened, index }
      hasRestored.current = false
      return
    }
    // Focus again if the list removed the row, unless the user has moved on.
    if (!last.current || (hasRestored.current && document.activeElement !== document.body)) return
    hasRestored.current = true
    const { itn, index } = last.current
    const row = findIndex(itn) >= 0 ? itn : order[Math.min(index, order.length - 1)]?.itnNumber
    focusElement(row === undefined ? listId : rowButtonId(row))
  }, [order, opened])
  useEffect(
    () => () => {
      if (hasRestored.current && document.activeElement === document.body) focusElement(listId)
    },
    [],
  )
}

const focusElement = (id: string) => (document.getElementById(id) ?? document.getElementById(listId))?.focus()
