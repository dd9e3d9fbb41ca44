import { Button, VisuallyHidden } from '@mantine/core'
import type { ReportRun } from '../contract.ts'
import { messages } from '../messages.ts'
import classes from './report-run.module.css'
import { progressPercent } from './run-states.ts'

const text = messages.run

type RunProgressProps = {
  run: ReportRun
  /** Whether the last poll failed. */
  isAway: boolean
  isCancelling: boolean
  onCancel: () => void
}

/**
 * The progress of a run. Screen readers announce it every ten percent rather than at every poll. Before the
 * first row, the bar is indeterminate.
 */
export function RunProgress({ run, isAway, isCancelling, onCancel }: RunProgressProps) {
  const { state, rowsDone, rows } = run
  const percent = progressPercent(run)
  const sentence = state === 'waiting' ? text.waiting : text.running
  return (
    <>
      <p className={classes.sentence}>{sentence}</p>
      <progress
        className={classes.bar}
        max={100}
        aria-label={text.bar}
        {...(rowsDone > 0 && { value: percent, 'aria-valuetext': text.rows(rowsDone, rows) })}
      />
      <p className={classes.rows}>{text.rows(rowsDone, rows)}</p>
      <VisuallyHidden role="status">
        {percent < 10 ? sentence : text.percent(percent - (percent % 10), rows)}
      </VisuallyHidden>
      {isAway && <p role="status">{text.away}</p>}
      <p className={classes.advice}>{text.stay}</p>
      <Button variant="default" loading={isCancelling} onClick={onCancel}>
        {text.cancel}
      </Button>
    </>
  )
}
