import { Button } from '@mantine/core'
import { messages } from '../messages.ts'
import classes from './loading.module.css'

type Failed = { sentence: string /** The words on the button. */; again?: string; onRetry: () => void }

/** Replaces content that failed to load, with a retry button. */
export function ErrorState({ sentence, again = messages.tryAgain, onRetry }: Failed) {
  return (
    <div className={classes.failure}>
      <p>{sentence}</p>
      <Button
        variant="default"
        onClick={() => {
          // The focused button disappears with the error.
          document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
          onRetry()
        }}
      >
        {again}
      </Button>
    </div>
  )
}
