import { UnstyledButton } from '@mantine/core'
import { type ComponentType, useRef, useState } from 'react'
import { showError } from '#platform/web/error-notice.tsx'
import { useShortcut } from '#platform/web/use-shortcut.ts'
import { messages } from '../messages.ts'
import classes from './footer.module.css'

/** Opens the shortcut dialog by button or "?". */
export function ShortcutButton() {
  const { open, dialog } = useShortcutDialog()
  useShortcut('?', open)
  return (
    <>
      <UnstyledButton className={classes.asLink} aria-keyshortcuts="?" onClick={open}>
        {messages.shortcuts}
      </UnstyledButton>
      {dialog}
    </>
  )
}

/** The shortcut dialog, whose code loads on demand; closing it returns the focus. */
export function useShortcutDialog() {
  const [Sheet, setSheet] = useState<ComponentType<{ onClose: () => void }>>()
  const cameFrom = useRef<Element>(null)
  const open = () => {
    cameFrom.current = document.activeElement
    void import('./shortcut-dialog.tsx').then(
      ({ ShortcutDialog }) => setSheet(() => ShortcutDialog),
      () => showError(messages.portalAway),
    )
  }
  const close = () => {
    setSheet(undefined)
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus({ preventScroll: true })
  }
  return { open, dialog: Sheet && <Sheet onClose={close} /> }
}
