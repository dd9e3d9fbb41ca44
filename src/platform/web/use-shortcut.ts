import { type RefObject, useEffect, useEffectEvent } from 'react'
import { z } from 'zod'
import { localStore, useStored } from './storage.ts'

const shortcutsEnabled = localStore('shortcuts', () => z.boolean())

/**
 * Whether single-key shortcuts are on; the user can turn them off (WCAG 2.2, 2.1.4). The choice is stored.
 */
export const useShortcutsEnabled = () => useStored(shortcutsEnabled, true)

/**
 * Runs an action when this key is pressed alone, outside fields and dialogs, unless another shortcut took it. A
 * dialog's own shortcuts name an element in it.
 */
export function useShortcut(key: string, action: () => void, inside?: RefObject<HTMLElement | null>) {
  const [isWanted] = useShortcutsEnabled()
  useKeyDown((event) => {
    if (!isWanted || event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.defaultPrevented || isBusy(event.target, inside?.current)) return
    event.preventDefault()
    action()
  })
}

/** Calls a function for each key that is pressed anywhere on the page, for shortcuts with conditions of their own. */
export function useKeyDown(press: (event: KeyboardEvent) => void) {
  const onKeyDown = useEffectEvent(press)
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Elements that handle key presses themselves. */
export const fields = 'input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]'

function isBusy(target: EventTarget | null, inside?: HTMLElement | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.matches(fields)) return true
  const dialog = target.closest('[role=dialog]')
  return dialog !== null && dialog !== inside?.closest('[role=dialog]')
}
