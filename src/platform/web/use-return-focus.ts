import { useEffect, useEffectEvent } from 'react'

/**
 * Moves the focus when the component goes: to this element or, if the page no longer has it, to the main content. For
 * dialogs that exist only while they are open.
 */
export function useReturnFocus(find: () => HTMLElement | null) {
  const move = useEffectEvent(() => {
    const target = find() ?? document.querySelector<HTMLElement>('main')
    target?.focus({ preventScroll: true })
  })
  useEffect(() => () => move(), [])
}
