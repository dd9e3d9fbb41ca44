import { useEffect, useRef } from 'react'
import type { PendingAuthorization } from '../../contract.ts'

/** The id of the element that shows the list. */
export const listId = 'pending-authorizations'

/** The id of a row's button that opens the review dialog. */
export const wayId = (itn: string) => `way-${itn}`

/**
 * Restores focus after the dialog closes: to the row of its last bill, else to the row in its place, else to the
 * list.
 */
export function useRestoreFocus(order: readonly PendingAuthorization[], opened: string | undefined) {
  const last = useRef<{ itn: string; place: number }>(undefined)
  const isCleared = useRef(false)
  useEffect(() => {
    const placeOf = (itn: string) => order.findIndex(({ itnNumber }) => itnNumber === itn)
    if (opened !== undefined) {
      const place = placeOf(opened)
      if (place >= 0) last.current = { itn: opened, place }
      isCleared.current = false
      return
    }
    // Focus again if the list removed the row, unless the user has moved on.
    if (!last.current || (isCleared.current && document.activeElement !== document.body)) return
    isCleared.current = true
    const { itn, place } = last.current
    const row = placeOf(itn) >= 0 ? itn : order[Math.min(place, order.length - 1)]?.itnNumber
    focusOn(row === undefined ? listId : wayId(row))
  }, [order, opened])
  useEffect(
    () => () => {
      if (isCleared.current && document.activeElement === document.body) focusOn(listId)
    },
    [],
  )
}

const focusOn = (id: string) => (document.getElementById(id) ?? document.getElementById(listId))?.focus()
