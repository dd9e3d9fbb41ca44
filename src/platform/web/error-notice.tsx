import { Notification, Portal } from '@mantine/core'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { messages } from '../messages.ts'
import classes from './error-notice.module.css'

type Notice = { number: number; message: string }

let current: Notice | undefined
let shown = 0
const listeners = new Set<() => void>()

function put(notice: Notice | undefined) {
  current = notice
  for (const listener of listeners) listener()
}

/** Shows an error at the top right until it is closed; it replaces an earlier one. Returns its number. */
export function showError(message: string): number {
  shown += 1
  put({ number: shown, message })
  return shown
}

/** Dismisses the error with this number if it is showing. */
export function withdrawError(number: number) {
  if (current?.number === number) dismissError()
}

/** Dismisses the current error, if any. */
export function dismissError() {
  put(undefined)
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Renders the error that `showError` shows; used once, in the layout. Its number is the key, so that a
 * repeated error is announced again.
 */
export function ErrorNotice() {
  const notice = useSyncExternalStore(listen, () => current)
  if (!notice) return null
  return (
    <Portal>
      <Notification
        key={notice.number}
        className={classes.notice}
        classNames={{ title: classes.title, description: classes.message, closeButton: classes.close }}
        role="alert"
        title={messages.errorTitle}
        color="red"
        onClose={dismissError}
        closeButtonProps={{ 'aria-label': messages.closeError }}
      >
        {notice.message}
      </Notification>
    </Portal>
  )
}

type Failing = { isError: boolean; errorUpdatedAt: number }

/** Shows the message each time a request of a page fails, until it is retried. */
export function useErrorNotice({ isError, errorUpdatedAt }: Failing, message: string) {
  const shown = useRef(0)
  useEffect(() => {
    if (isError && errorUpdatedAt) shown.current = showError(message)
    else withdrawError(shown.current)
  }, [isError, errorUpdatedAt, message])
}
