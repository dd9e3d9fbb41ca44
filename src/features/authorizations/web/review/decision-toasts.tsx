import { Button, Notification } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import { focusOrMain } from '#platform/web/content-states.tsx'
import { BusyButton } from '#platform/web/form/busy-button.tsx'
import { useScreenMatch } from '#platform/web/page/use-screen.ts'
import { messages } from '../../messages.ts'
import classes from './decision-toasts.module.css'
import reviewClasses from './review.module.css'
import { useUndoShortcut } from './use-review-shortcuts.ts'
import { type UndoState, useUndo } from './use-undo.ts'

const text = messages.review.toasts

/** How many toasts are shown until the person asks for the others. */
const maxToasts = 3
/** The same where the dialog shows the panel and the PDF one at a time, with the toasts above the buttons. */
const maxToastsWhenStacked = 1

type DecisionToastsProps = {
  undoState: UndoState
  /** Focuses another element when the focused toast disappears. */
  onFocusLost: () => void
}

/**
 * The last decisions, newest first, each with its Undo button and the seconds left. Live regions elsewhere announce
 * them, once.
 */
export function DecisionToasts({
  undoState: { toasts, undo, undoLast, closeToast },
  onFocusLost,
}: DecisionToastsProps) {
  useUndoShortcut(undoLast)
  const [isExpanded, setExpanded] = useState(false)
  const isStacked = useScreenMatch('(max-width: 1000px)')
  const most = isStacked ? maxToastsWhenStacked : maxToasts
  const hidden = toasts.length - most
  // Once the others are gone, the next ones are hidden again.
  if (isExpanded && hidden <= 0) setExpanded(false)
  if (toasts.length === 0) return null
  return (
    <section aria-label={text.region} className={classes.toasts} data-toasts data-noprint>
      <div className={classes.list}>
        {toasts.slice(0, isExpanded ? undefined : most).map(({ saved, ...toast }) => (
          <DecisionToast
            key={saved.decisionId ?? saved.savedAt}
            {...toast}
            itn={saved.bill.itnNumber}
            message={saved.message}
            onUndo={() => undo(saved)}
            onClose={() => closeToast(saved)}
            onFocusLost={onFocusLost}
          />
        ))}
      </div>
      {hidden > 0 && (
        <ToggleOlder
          isExpanded={isExpanded}
          hidden={hidden}
          onFocusLost={onFocusLost}
          onToggle={() => setExpanded(!isExpanded)}
        />
      )}
    </section>
  )
}

type ToggleOlderProps = {
  isExpanded: boolean
  hidden: number
  onToggle: () => void
  onFocusLost: () => void
}

/** Shows or hides the older toasts. */
const ToggleOlder = ({ isExpanded, hidden, onToggle, onFocusLost }: ToggleOlderProps) => (
  <Button
    ref={useFocusLoss<HTMLButtonElement>(onFocusLost)}
    size="compact-sm"
    variant="default"
    className={classes.older}
    aria-expanded={isExpanded}
    onClick={onToggle}
  >
    {isExpanded ? text.fewer : text.more(hidden)}
  </Button>
)

/** The last decisions on pages without the list. An undo says that the bill is pending again, and the page stays. */
export function DecisionToastsElsewhere({ owner }: { owner: string }) {
  const [undone, setUndone] = useState('')
  const undoState = useUndo(owner, setUndone)
  return (
    <>
      <p role="status" className={reviewClasses.announced}>
        {undone}
      </p>
      <DecisionToasts undoState={undoState} onFocusLost={focusOrMain} />
      {undone !== '' && undoState.toasts.length === 0 && (
        <section aria-label={text.region} className={classes.toasts} data-toasts data-noprint>
          <Notification
            role="none"
            className={classes.toast}
            onClose={() => {
              setUndone('')
              focusOrMain()
            }}
            closeButtonProps={{ 'aria-label': messages.review.closeNotice }}
          >
            <span className={classes.message}>{undone}</span>
          </Notification>
        </section>
      )}
    </>
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
      ref={useFocusLoss<HTMLDivElement>(onFocusLost)}
      role="none"
      className={classes.toast}
      classNames={{ description: classes.row }}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': text.close(itn) }}
    >
      <span className={classes.message}>{message}</span>
      {(seconds > 0 || isUndoing) && (
        <UndoButton itn={itn} seconds={seconds} isUndoing={isUndoing} onUndo={onUndo} />
      )}
    </Notification>
  )
}

type UndoButtonProps = Pick<DecisionToastProps, 'itn' | 'seconds' | 'isUndoing' | 'onUndo'>

/** Undoes a decision, and says how long that is possible. */
export const UndoButton = ({ itn, seconds, isUndoing, onUndo }: UndoButtonProps) => (
  <span className={classes.undo}>
    <BusyButton
      size="compact-sm"
      variant="default"
      aria-label={text.undoItn(itn)}
      aria-keyshortcuts="Control+Z"
      isBusy={isUndoing}
      onClick={onUndo}
    >
      {text.undo}
    </BusyButton>
    <span className={classes.seconds}>{isUndoing ? text.undoing : text.left(seconds)}</span>
  </span>
)

/** Calls `onFocusLost` if the element has the focus when it disappears. Returns the ref of the element. */
function useFocusLoss<Shown extends HTMLElement>(onFocusLost: () => void) {
  const element = useRef<Shown>(null)
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
