import { useEffect, useRef } from 'react'
import type { PendingAuthorization } from '../../contract.ts'

/** The id of what shows the list, whatever that is. */
export const listId = 'pending-authorizations'

/** The id of a row's way to the desk. */
export const wayId = (itn: string) => `way-${itn}`

/** Where the focus goes from a desk that was cleared: to the row of its last bill, to the one in its place, else to the list. */
export function useFocusBack(order: readonly PendingAuthorization[], opened: string | undefined) {
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
    // Once more when the list has lost the row, unless the reader is elsewhere by then.
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
