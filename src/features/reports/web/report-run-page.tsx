import { Button, Title, VisuallyHidden } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { ApiError, call } from '#platform/web/api-client.ts'
import { polledQuery } from '#platform/web/background-query.ts'
import { ErrorState, Skeleton } from '#platform/web/content-states.tsx'
import { showError, withdrawError } from '#platform/web/error-notice.tsx'
import { BusyButton } from '#platform/web/form/busy-button.tsx'
import { formatInstant } from '#platform/web/format-instant.ts'
import { PageTitle, StaticPage } from '#platform/web/static-page.tsx'
import { cancelReportRun, type ReportRun, showReportRun } from '../contract.ts'
import { messages } from '../messages.ts'
import classes from './report-run-page.module.css'
import { isInProgress, progressPercent } from './report-runs.tsx'

const text = messages.run

type ReportRunPageProps = {
  id: string
  /** Opens the report itself. */
  onOpen: () => void
  /** Whether the session is live; the page polls only while it is. */
  hasLiveToken: () => boolean
  /** Rendered if there is no such report. */
  missing: ReactNode
  /** Link to the report form. */
  backLink: ReactNode
}

/** The progress of a background report, with a link to it when it is ready. */
export function ReportRunPage({ id, onOpen, hasLiveToken, missing, backLink }: ReportRunPageProps) {
  const { progress, cancelling, isMissing } = useReportRun(id, hasLiveToken)
  const { data: run, isError } = progress
  const ref = useKeepFocus<HTMLElement>(run?.state)
  if (isMissing) return missing
  if (!run && isError && !progress.isFetching)
    return (
      <StaticPage title={text.title}>
        <ErrorState message={text.loadFailed} onRetry={() => void progress.refetch()} />
      </StaticPage>
    )
  if (!run) return <Skeleton label={text.loading} heights={[44, 24, 16, 40]} />
  return (
    <article className={classes.page}>
      <PageTitle>{text.titles[run.state](run.name)}</PageTitle>
      <Title order={1}>{run.name}</Title>
      <p className={classes.period}>{run.period}</p>
      <section ref={ref} tabIndex={-1} aria-label={text.state} className={classes.state}>
        {isInProgress(run) ? (
          <RunProgress
            run={run}
            isAway={isError}
            isCancelling={cancelling.isPending}
            onCancel={cancelling.mutate}
          />
        ) : (
          <RunResult run={run} onOpen={onOpen} />
        )}
      </section>
      {!isInProgress(run) && backLink}
    </article>
  )
}

/** Focuses the element of the returned ref when a state change removes the focused element. */
function useKeepFocus<Place extends HTMLElement>(state: string | undefined) {
  const ref = useRef<Place>(null)
  const previous = useRef(state)
  useEffect(() => {
    const isChange = previous.current !== undefined && previous.current !== state
    previous.current = state
    if (isChange && document.activeElement === document.body) ref.current?.focus({ preventScroll: true })
  }, [state])
  return ref
}

/** The end state of a run: what happened and what to do next. */
function RunResult({ run, onOpen }: { run: ReportRun; onOpen: () => void }) {
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
function RunProgress({ run, isAway, isCancelling, onCancel }: RunProgressProps) {
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
      <BusyButton variant="default" isBusy={isCancelling} onClick={onCancel}>
        {text.cancel}
      </BusyButton>
    </>
  )
}

/** The progress of a background report, and a function to cancel it. */
function useReportRun(id: string, hasLiveToken: () => boolean) {
  const queries = useQueryClient()
  const queryKey = ['report-run', id]
  const errorId = useRef(0)
  const progress = useQuery(
    polledQuery({
      queryKey,
      load: (signal) => call(showReportRun, { run: id }, signal),
      isActive: (run, error) => !isPermanent(error) && isInProgress(run),
      hasLiveToken,
    }),
  )
  const cancelling = useMutation({
    mutationFn: () => call(cancelReportRun, { run: id }),
    onMutate: () => withdrawError(errorId.current),
    onSuccess: async (run: ReportRun) => {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, run)
    },
    onError: (error) => {
      if (!isPermanent(error)) errorId.current = showError(messages.run.cancelFailed)
      void progress.refetch()
    },
  })
  const hasEnded = progress.data !== undefined && !isInProgress(progress.data)
  useEffect(() => {
    if (hasEnded) withdrawError(errorId.current)
  }, [hasEnded])
  return { progress, cancelling, isMissing: isMissing(progress.error) }
}

/** Whether a retry would get the same error. */
const isPermanent = (error: unknown) =>
  error instanceof ApiError && [400, 401, 403, 404].includes(error.status)

const isMissing = (error: unknown) => error instanceof ApiError && [400, 404].includes(error.status)
