import { Button, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { call } from '#platform/web/api-client.ts'
import { polledQuery } from '#platform/web/background-query.ts'
import { ErrorState } from '#platform/web/content-states.tsx'
import { createDocumentRequest, type OpenDocument } from '#platform/web/document/document-request.ts'
import { formatInstant } from '#platform/web/format-instant.ts'
import { listReportRuns, openReportRun, type ReportRun } from '../contract.ts'
import { messages } from '../messages.ts'
import classes from './report-runs.module.css'

const text = messages.run

type ReportRunsProps = {
  /** The user and client the runs belong to. */
  owner: string
  onOpen: OpenDocument
  hasLiveToken: () => boolean
}

/** The user's large reports that are in progress or available; renders nothing if there are none. */
export function ReportRuns({ owner, onOpen, hasLiveToken }: ReportRunsProps) {
  const { data, isError, isFetching, refetch } = useQuery(
    polledQuery({
      queryKey: ['report-runs', owner],
      load: (signal) => call(listReportRuns, {}, signal),
      isActive: ({ runs }) => runs.some(isInProgress),
      hasLiveToken,
    }),
  )
  const runs = data?.runs
  const title = useId()
  const hasFailed = !runs && isError && !isFetching
  if (!runs?.length && !hasFailed) return null
  return (
    <section aria-labelledby={title}>
      <Title order={2} id={title}>
        {messages.page.largeReports}
      </Title>
      {hasFailed && <ErrorState message={messages.page.largeReportsFailed} onRetry={() => void refetch()} />}
      {runs && (
        <ul className={classes.runs}>
          {runs.map((run) => (
            <RunLine
              key={run.id}
              run={run}
              onOpen={() => void onOpen(createDocumentRequest(openReportRun, { Run: run.id }))}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

/** One run: its title, a link to its progress, and a link to the finished report. */
function RunLine({ run, onOpen }: { run: ReportRun; onOpen: () => void }) {
  const { id, name, period, state, rows, rowsDone, keptUntil } = run
  const sentence = { ...text, done: text.done(rows), failed: text.failed[0], cancelled: text.cancelled[0] }
  return (
    <li>
      <div>
        <p>
          <Link to="/report/$id" params={{ id }}>
            {name}, {period}
          </Link>
        </p>
        <p role="status">{sentence[state]}</p>
        {isInProgress(run) && <p className={classes.rest}>{text.rows(rowsDone, rows)}</p>}
        {keptUntil && <p className={classes.rest}>{text.keptUntil(formatInstant(keptUntil))}</p>}
      </div>
      {state === 'done' && (
        <Button aria-label={text.openLabel(name, period)} onClick={onOpen}>
          {text.open}
        </Button>
      )}
    </li>
  )
}

/** Whether the run is still in progress. */
export const isInProgress = ({ state }: Pick<ReportRun, 'state'>): boolean =>
  state === 'waiting' || state === 'running'

/** Returns the progress in whole percent, which reaches 100 only with the last row. */
export const progressPercent = ({ rowsDone, rows }: Pick<ReportRun, 'rowsDone' | 'rows'>): number =>
  rows > 0 ? Math.floor((100 * Math.min(rowsDone, rows)) / rows) : 0
