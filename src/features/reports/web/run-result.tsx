import { Button } from '@mantine/core'
import { formatInstant } from '#platform/web/format-instant.ts'
import type { ReportRun } from '../contract.ts'
import { messages } from '../messages.ts'
import classes from './report-run.module.css'

const text = messages.run

/** The end state of a run: what happened and what to do next. */
export function RunResult({ run, onOpen }: { run: ReportRun; onOpen: () => void }) {
  const { state, rows, keptUntil } = run
  if (state !== 'done') {
    const [sentence, advice] = state === 'failed' ? text.failed : text.cancelled
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
        <p className={classes.sentence}>{text.done(rows)}</p>
        {keptUntil && <p className={classes.advice}>{text.keptUntil(formatInstant(keptUntil))}</p>}
      </div>
      <Button onClick={onOpen}>{text.open}</Button>
    </>
  )
}
