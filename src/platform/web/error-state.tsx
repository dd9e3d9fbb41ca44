import { Button } from '@mantine/core'
import { messages } from '../messages.ts'
import classes from './loading.module.css'

type Failed = { sentence: string /** The words on the button. */; again?: string; onRetry: () => void }

/** What stands where something should be that could not be had, and the way to try again. */
export function Failure({ sentence, again = messages.tryAgain, onRetry }: Failed) {
  return (
    <div className={classes.failure}>
      <p>{sentence}</p>
      <Button
        variant="default"
        onClick={() => {
          // The button goes with what failed.
          document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
          onRetry()
        }}
      >
        {again}
      </Button>
    </div>
  )
}
