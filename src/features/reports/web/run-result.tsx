import { Button } from '@mantine/core'
import { formatInstant } from '#platform/web/format-instant.ts'
import type { ReportRun } from '../contract.ts'
import { messages } from '../messages.ts'
import classes from './report-run.module.css'

const says = messages.run

/** The end state of a run: what happened and what to do next. */
export function RunEnd({ run, onOpen }: { run: ReportRun; onOpen: () => void }) {
  const { state, rows, keptUntil } = run
  if (state !== 'done') {
    const [sentence, advice] = state === 'failed' ? says.failed : says.cancelled
    return (
      <div role="status">
        <p className={classes.sentence}>{sentence}</p>
        <p className={classes.advice}>{advice}</p>
      </div>
    )
  }
  return (
    <>
      <div role="status">
        <p className={classes.sentence}>{says.done(rows)}</p>
        {keptUntil && <p className={classes.advice}>{says.keptUntil(formatInstant(keptUntil))}</p>}
      </div>
      <Button onClick={onOpen}>{says.open}</Button>
    </>
  )
}
