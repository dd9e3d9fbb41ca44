import { Alert } from '@mantine/core'
import { messages } from '../../messages.ts'
import classes from './review.module.css'

type DeskNoticeProps = { sentence: string; isError: boolean; onClose?: () => void }

/** What the desk says of a decision: that it failed, or what became of one that nobody waited for. */
export const DeskNotice = ({ sentence, isError, onClose }: DeskNoticeProps) => (
  <Alert
    // What is no error stands in a live region already.
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
