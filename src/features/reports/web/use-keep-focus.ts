import { useEffect, useRef } from 'react'

/** Moves focus to this element when a state change removes the focused one. */
export function useFocusKept<Place extends HTMLElement>(state: string | undefined) {
  const place = useRef<Place>(null)
  const former = useRef(state)
  useEffect(() => {
    const isChange = former.current !== undefined && former.current !== state
    former.current = state
    if (isChange && document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [state])
  return place
}
