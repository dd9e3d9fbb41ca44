import { Button } from '@mantine/core'
import { messages } from '../messages.ts'
import classes from './loading.module.css'

type ErrorStateProps = {
  message: string
  /** The label of the retry button. */
  retryLabel?: string
  onRetry: () => void
}

/** Replaces content that failed to load, with a retry button. */
export function ErrorState({ message, retryLabel = messages.tryAgain, onRetry }: ErrorStateProps) {
  return (
    <div className={classes.failure}>
      <p>{message}</p>
      <Button
        variant="default"
        onClick={() => {
          // The focused button disappears with the error.
          document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
          onRetry()
        }}
      >
        {retryLabel}
      </Button>
    </div>
  )
}
