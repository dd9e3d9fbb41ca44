import { Alert } from '@mantine/core'
import { messages } from '../../messages.ts'
import classes from './review.module.css'

type ReviewNoticeProps = { message: string; isError: boolean; onClose?: () => void }

/** A notice about a decision: an error, or the result of one saved in the background. */
export const ReviewNotice = ({ message, isError, onClose }: ReviewNoticeProps) => (
  <Alert
    // Other notices are already in a live region.
    role={isError ? 'alert' : 'none'}
    color={isError ? 'red' : 'blue'}
    variant="light"
    title={isError ? messages.review.error : undefined}
    withCloseButton={onClose !== undefined}
    closeButtonLabel={messages.review.closeNotice}
    onClose={onClose}
    className={isError ? classes.error : undefined}
  >
    {message}
  </Alert>
)
