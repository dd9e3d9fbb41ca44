import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorState } from '#platform/web/error-state.tsx'
import { PageTitle } from '#platform/web/page-title.tsx'
import { Skeleton } from '#platform/web/skeleton.tsx'
import { StaticPage } from '#platform/web/static-page.tsx'
import { messages } from '../messages.ts'
import classes from './report-run.module.css'
import { RunProgress } from './run-progress.tsx'
import { RunResult } from './run-result.tsx'
import { isInProgress } from './run-states.ts'
import { useKeepFocus } from './use-keep-focus.ts'
import { useReportRun } from './use-report-run.ts'

const text = messages.run

type ReportRunPageProps = {
  id: string
  /** Opens the report itself. */
  onOpen: () => void
  /** Whether the session is live; the page polls only while it is. */
  isSessionActive: () => boolean
  /** Rendered if there is no such report. */
  missing: ReactNode
  /** Link to the report form. */
  backLink: ReactNode
}

/** The progress of a background report, with a link to it when it is ready. */
export function ReportRunPage({ id, onOpen, isSessionActive, missing, backLink }: ReportRunPageProps) {
  const { progress, cancelling, isMissing } = useReportRun(id, isSessionActive)
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
