import { Alert } from '@mantine/core'
import { messages } from '../../messages.ts'
import classes from './review.module.css'

type DeskNoticeProps = { sentence: string; isError: boolean; onClose?: () => void }

/** A notice about a decision: an error, or the result of one saved in the background. */
export const DeskNotice = ({ sentence, isError, onClose }: DeskNoticeProps) => (
  <Alert
    // Other notices are already in a live region.
    role={isError ? 'alert' : 'none'}
    color={isError ? 'red' : 'blue'}
    variant="light"
    title={isError ? messages.desk.error : undefined}
    withCloseButton={onClose !== undefined}
    closeButtonLabel={messages.desk.closeNotice}
    onClose={onClose}
    className={isError ? classes.error : undefined}
  >
    {sentence}
  </Alert>
)
