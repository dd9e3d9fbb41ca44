import { useClickOutside } from '@mantine/hooks'
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'

/**
 * The state of a button that shows and hides what follows it. Escape closes it and returns the focus; so does leaving
 * it, unless `staysOpen`, where closing would move the click target.
 */
export function useDropdown<Container extends HTMLElement>({ staysOpen = false } = {}) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const leave = () => {
    if (!staysOpen) setOpen(false)
  }
  const container = useClickOutside<Container>(leave)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return {
    isOpen,
    /** Closes it without moving the focus. */
    hide: () => setOpen(false),
    /** Closes it and focuses its button. */
    close,
    container: {
      ref: container,
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) leave()
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.stopPropagation()
        close()
      },
    },
    button: {
      type: 'button',
      ref: button,
      'aria-expanded': isOpen,
      onClick: () => setOpen(!isOpen),
    } as const,
  }
}
