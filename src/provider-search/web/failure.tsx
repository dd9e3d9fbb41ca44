import { Button } from '@mantine/core'
import { messages } from '../messages.ts'
import classes from './search.module.css'

/** What stands where something should be that could not be fetched. */
export function Failure({ sentence, onRetry }: { sentence: string; onRetry: () => void }) {
  return (
    <div className={classes.failure}>
      <p>{sentence}</p>
      <Button variant="default" onClick={onRetry}>
        {messages.tryAgain}
      </Button>
    </div>
  )
}
