import { Alert } from '@mantine/core'
import { messages } from '../../messages.ts'
import classes from './review.module.css'

const text = messages.review

/** A notice in the dialog: an error, progress, or a result, which is only announced, because a toast shows it. */
export type Notice = {
  message: string
  kind: 'error' | 'progress' | 'result'
  /** Says that keys pressed while the previous decision was being saved did nothing. */
  ignoredKeys?: string
  /** The ITN of the bill during whose save the keys were pressed. */
  savingItn?: string | undefined
  /** The ITN of an error about the previous bill. */
  previousItn?: string
}

type ReviewNoticeProps = Notice & { onClose?: () => void }

/** A notice about a decision: an error, or its progress. */
export const ReviewNotice = ({ message, kind, previousItn, onClose }: ReviewNoticeProps) => (
  <Alert
    // Other notices are already in a live region.
    role={kind === 'error' ? 'alert' : 'none'}
    color={kind === 'error' ? 'red' : 'blue'}
    variant="light"
    title={kind === 'error' ? text.error(previousItn) : undefined}
    withCloseButton={onClose !== undefined}
    closeButtonLabel={text.closeNotice}
    onClose={onClose}
    className={kind === 'error' ? classes.error : undefined}
  >
    {message}
  </Alert>
)

/**
 * Says that keys did nothing: those pressed while a decision is saved, or before the next bill was open. Otherwise a fast
 * typist could decide a bill before seeing it. The next bill says so, too, since a save can end before anyone has read the
 * first notice.
 */
export function createIgnoredPresses() {
  const { ignoredKeys } = text
  let isUnannounced = false
  return {
    /** The notice about a key that was ignored. */
    note(savingItn: string | undefined): Notice {
      isUnannounced = savingItn !== undefined
      return {
        message: savingItn === undefined ? '' : text.stillSaving(savingItn),
        kind: 'progress',
        ignoredKeys,
        savingItn,
      }
    },
    /** Adds what has not been said about ignored keys to the first notice of the next bill. */
    addTo(notice: Notice | undefined): Notice | undefined {
      const added = notice && isUnannounced ? { ...notice, ignoredKeys } : notice
      isUnannounced = false
      return added
    },
  }
}
