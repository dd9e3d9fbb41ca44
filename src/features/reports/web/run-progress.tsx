import { Button, VisuallyHidden } from '@mantine/core'
import type { ReportRun } from '../contract.ts'
import { messages } from '../messages.ts'
import classes from './report-run.module.css'
import { percentOf } from './run-states.ts'

const says = messages.run

type RunProgressProps = {
  run: ReportRun
  /** Whether the portal did not answer when it was asked last. */
  isAway: boolean
  isCancelling: boolean
  onCancel: () => void
}

/** How many rows of a report are done; it is read out at every tenth, not at every look. Before the first row the bar says only that there is something to wait for. */
export function RunProgress({ run, isAway, isCancelling, onCancel }: RunProgressProps) {
  const { state, rowsDone, rows } = run
  const percent = percentOf(run)
  const sentence = state === 'waiting' ? says.waiting : says.running
  return (
    <>
      <p className={classes.sentence}>{sentence}</p>
      <progress
        className={classes.bar}
        max={100}
        aria-label={says.bar}
        {...(rowsDone > 0 && { value: percent, 'aria-valuetext': says.rows(rowsDone, rows) })}
      />
      <p className={classes.rows}>{says.rows(rowsDone, rows)}</p>
      <VisuallyHidden role="status">
        {percent < 10 ? sentence : says.percent(percent - (percent % 10), rows)}
      </VisuallyHidden>
      {isAway && <p role="status">{says.away}</p>}
      <p className={classes.advice}>{says.stay}</p>
      <Button variant="default" loading={isCancelling} onClick={onCancel}>
        {says.cancel}
      </Button>
    </>
  )
}
