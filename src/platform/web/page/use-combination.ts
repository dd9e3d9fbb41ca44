import { useKeyDown } from '../use-shortcut.ts'

/**
 * Runs an action when this key is pressed with Alt or with Ctrl (or Cmd), and with no other modifier, also in fields. It
 * cannot be turned off. A key press for which `isMeant` returns false is left to the browser.
 */
export function useCombination(
  modifier: 'Alt' | 'Control',
  key: string,
  action: () => void,
  isMeant: (event: KeyboardEvent) => boolean = () => true,
) {
  useKeyDown((event) => {
    const { altKey, shiftKey } = event
    const hasControl = event.ctrlKey || event.metaKey
    const isPressed = modifier === 'Alt' ? altKey && !hasControl : hasControl && !altKey
    if (!isPressed || shiftKey || event.key.toLowerCase() !== key.toLowerCase() || !isMeant(event)) return
    event.preventDefault()
    action()
  })
}
