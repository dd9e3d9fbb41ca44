import { Button, VisuallyHidden } from '@mantine/core'
import type { ReportRun } from '../contract.ts'
import { messages } from '../messages.ts'
import classes from './report-run.module.css'
import { percentOf } from './run-states.ts'

const says = messages.run

type RunProgressProps = {
  run: ReportRun
  /** Whether the last poll failed. */
  isAway: boolean
  isCancelling: boolean
  onCancel: () => void
}

/**
 * The progress of a run, announced at every tenth rather than every poll. Before the first row, the bar is
 * indeterminate.
 */
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
