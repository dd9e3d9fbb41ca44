import { UnstyledButton } from '@mantine/core'
import { type ComponentType, useRef, useState } from 'react'
import { messages } from '#platform/shell-messages.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { usePageTexts } from '#platform/web/language/use-page-language.ts'
import { useShortcut } from '#platform/web/use-shortcut.ts'
import classes from './footer.module.css'

/** Opens the shortcut dialog by button or "?". */
export function ShortcutButton() {
  const { shortcuts } = usePageTexts(messages)
  const { open, dialog } = useShortcutDialog()
  useShortcut('?', open)
  return (
    <>
      <UnstyledButton className={classes.asLink} aria-keyshortcuts="?" onClick={open}>
        {shortcuts}
      </UnstyledButton>
      {dialog}
    </>
  )
}

/** The shortcut dialog, whose code loads on demand; closing it returns the focus. */
export function useShortcutDialog() {
  const { portalAway } = usePageTexts(messages)
  const [Sheet, setSheet] = useState<ComponentType<{ onClose: () => void }>>()
  const cameFrom = useRef<Element>(null)
  const open = () => {
    cameFrom.current = document.activeElement
    void import('./shortcut-dialog.tsx').then(
      ({ ShortcutDialog }) => setSheet(() => ShortcutDialog),
      () => showError(portalAway),
    )
  }
  const close = () => {
    setSheet(undefined)
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus({ preventScroll: true })
  }
  return { open, dialog: Sheet && <Sheet onClose={close} /> }
}
