import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorState } from '#platform/web/error-state.tsx'
import { PageTitle } from '#platform/web/page-title.tsx'
import { Skeleton } from '#platform/web/skeleton.tsx'
import { StaticPage } from '#platform/web/static-page.tsx'
import { messages } from '../messages.ts'
import classes from './report-run.module.css'
import { RunProgress } from './run-progress.tsx'
import { RunEnd } from './run-result.tsx'
import { isUnderWay } from './run-states.ts'
import { useFocusKept } from './use-keep-focus.ts'
import { useReportRun } from './use-report-run.ts'

const says = messages.run

type ReportRunPageProps = {
  id: string
  /** Opens the report itself. */
  onOpen: () => void
  /** Whether the user is active, so that the page may poll. */
  isSessionActive: () => boolean
  /** Rendered if there is no such report. */
  missing: ReactNode
  /** Link to the report form. */
  wayBack: ReactNode
}

/** The progress of a background report, with a link to it when it is ready. */
export function ReportRunPage({ id, onOpen, isSessionActive, missing, wayBack }: ReportRunPageProps) {
  const { progress, cancelling, isMissing } = useReportRun(id, isSessionActive)
  const { data: run, isError } = progress
  const place = useFocusKept<HTMLElement>(run?.state)
  if (isMissing) return missing
  if (!run && isError && !progress.isFetching)
    return (
      <StaticPage title={says.title}>
        <ErrorState message={says.failedToAsk} onRetry={() => void progress.refetch()} />
      </StaticPage>
    )
  if (!run) return <Skeleton label={says.loading} heights={[44, 24, 16, 40]} />
  return (
    <article className={classes.page}>
      <PageTitle>{says.titles[run.state](run.name)}</PageTitle>
      <Title order={1}>{run.name}</Title>
      <p className={classes.period}>{run.period}</p>
      <section ref={place} tabIndex={-1} aria-label={says.state} className={classes.state}>
        {isUnderWay(run) ? (
          <RunProgress
            run={run}
            isAway={isError}
            isCancelling={cancelling.isPending}
            onCancel={cancelling.mutate}
          />
        ) : (
          <RunEnd run={run} onOpen={onOpen} />
        )}
      </section>
      {!isUnderWay(run) && wayBack}
    </article>
  )
}
