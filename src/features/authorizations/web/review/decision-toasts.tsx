import { Button, Notification } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { messages } from '../../messages.ts'
import classes from './decision-toasts.module.css'
import { useUndoShortcut } from './use-review-shortcuts.ts'
import type { UndoState } from './use-undo.ts'

const text = messages.review.toasts

type DecisionToastsProps = {
  undo: UndoState
  /** Focuses another element when the focused toast goes. */
  onFocusLost: () => void
}

/**
 * The last decisions, newest first, each with its Undo button and the seconds left. Live regions elsewhere announce
 * them, once.
 */
export function DecisionToasts({
  undo: { toasts, undo, undoLast, dismiss },
  onFocusLost,
}: DecisionToastsProps) {
  useUndoShortcut(undoLast)
  if (toasts.length === 0) return null
  return (
    <section aria-label={text.region} className={classes.toasts} data-toasts data-noprint>
      {toasts.map(({ saved, ...toast }) => (
        <DecisionToast
          key={saved.decisionId ?? saved.savedAt}
          {...toast}
          itn={saved.bill.itnNumber}
          message={saved.message}
          onUndo={() => undo(saved)}
          onClose={() => dismiss(saved)}
          onFocusLost={onFocusLost}
        />
      ))}
    </section>
  )
}

type DecisionToastProps = {
  itn: string
  message: string
  seconds: number
  isUndoing: boolean
  onUndo: () => void
  onClose: () => void
  onFocusLost: () => void
}

function DecisionToast({
  itn,
  message,
  seconds,
  isUndoing,
  onUndo,
  onClose,
  onFocusLost,
}: DecisionToastProps) {
  return (
    <Notification
      ref={useFocusLoss(onFocusLost)}
      role="none"
      className={classes.toast}
      classNames={{ description: classes.row }}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': text.close(itn) }}
    >
      <span className={classes.message}>{message}</span>
      {(seconds > 0 || isUndoing) && (
        <span className={classes.undo}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={text.undoItn(itn)}
            aria-keyshortcuts="Control+Z"
            // A disabled button would lose the focus.
            aria-disabled={isUndoing || undefined}
            onClick={onUndo}
          >
            {text.undo}
          </Button>
          <span className={classes.seconds}>{isUndoing ? text.undoing : text.left(seconds)}</span>
        </span>
      )}
    </Notification>
  )
}

/** Calls `onFocusLost` if the element has the focus when it goes. Returns the ref of the element. */
function useFocusLoss(onFocusLost: () => void) {
  const element = useRef<HTMLDivElement>(null)
  const latest = useRef(onFocusLost)
  useLayoutEffect(() => {
    latest.current = onFocusLost
  })
  useLayoutEffect(() => {
    const { current } = element
    return () => {
      if (current?.contains(document.activeElement)) latest.current()
    }
  }, [])
  return element
}
