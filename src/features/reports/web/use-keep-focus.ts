import { useEffect, useRef } from 'react'

/** Focuses the element of the returned ref when a state change removes the focused element. */
export function useKeepFocus<Place extends HTMLElement>(state: string | undefined) {
  const ref = useRef<Place>(null)
  const previous = useRef(state)
  useEffect(() => {
    const isChange = previous.current !== undefined && previous.current !== state
    previous.current = state
    if (isChange && document.activeElement === document.body) ref.current?.focus({ preventScroll: true })
  }, [state])
  return ref
}
