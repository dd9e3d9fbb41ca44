import { Notification, Portal } from '@mantine/core'
import { createAtom, useSelector } from '@tanstack/react-store'
import { useEffect, useRef } from 'react'
import { messages } from '../shell-messages.ts'
import classes from './error-notice.module.css'
import { usePageTexts } from './language/use-page-language.ts'

type Notice = { number: number; message: string | undefined }

/** The number of the last error, and its message until it is dismissed. */
const latest = createAtom<Notice>({ number: 0, message: undefined })

/** Shows an error at the top right until it is closed; it replaces an earlier one. Returns its number. */
export function showError(message: string): number {
  const number = latest.get().number + 1
  latest.set({ number, message })
  return number
}

/** Dismisses the error with this number if it is showing. */
export function withdrawError(number: number) {
  if (latest.get().number === number) dismissError()
}

/** Dismisses the current error, if any. */
export function dismissError() {
  latest.set({ ...latest.get(), message: undefined })
}

/**
 * Renders the error that `showError` shows; used once, in the layout. Its number is the key, so that a
 * repeated error is announced again.
 */
export function ErrorNotice() {
  const { number, message } = useSelector(latest)
  const text = usePageTexts(messages)
  if (message === undefined) return null
  return (
    <Portal>
      <Notification
        key={number}
        className={classes.notice}
        classNames={{ title: classes.title, description: classes.message, closeButton: classes.close }}
        role="alert"
        title={text.errorNotice}
        color="red"
        onClose={dismissError}
        closeButtonProps={{ 'aria-label': text.closeError }}
      >
        {message}
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
