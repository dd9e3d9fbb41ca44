import { Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { call } from '#platform/web/api-client.ts'
import { ErrorState, Skeleton } from '#platform/web/content-states.tsx'
import { EmptyState } from '#platform/web/query-list.tsx'
import { PageTitle } from '#platform/web/static-page.tsx'
import { useTabState } from '#platform/web/storage.ts'
import { DateFilters } from '#platform/web/table/date-filters.tsx'
import { ChoiceFilter } from '#platform/web/table/list-filters.tsx'
import { PagedList } from '#platform/web/table/paged-list.tsx'
import { listView, unsortedView } from '#platform/web/table/use-data-table.ts'
import { action } from '../../contract.ts'
import {
  type ClientMetrics,
  type DecidedFilter,
  decidedPeriod,
  type Figures,
  type MetricsPeriod,
  metricsPeriod,
  readMetrics,
} from '../../decided-contract.ts'
import { decidedMessages, metricsMessages as text } from '../../decided-messages.ts'
import { AuthorizationNav } from '../authorization-nav.tsx'
import pageClasses from '../authorizations.module.css'
import classes from './metrics.module.css'
import {
  countDecided,
  DecidedLink,
  formatCount,
  formatMedian,
  formatShare,
  metricsColumns,
} from './metrics-columns.tsx'

const lastMonth = metricsPeriod.parse({})

/** Figures of the authorizations of a client: open, decided by outcome, median time and share on time. */
export function Metrics({ owner }: { owner: string }) {
  const [period, setPeriod] = useTabState('metrics period', metricsPeriod, lastMonth)
  const query = useQuery({
    queryKey: ['authorization metrics', owner, period],
    queryFn: ({ signal }) => call(readMetrics, period, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const { data } = query
  return (
    <article className={pageClasses.page}>
      <PageTitle>{text.page}</PageTitle>
      <div className={pageClasses.head}>
        <Title order={1}>{text.page}</Title>
        <AuthorizationNav current="metrics" />
      </div>
      <div className={classes.period}>
        <ChoiceFilter
          label={text.period}
          choices={decidedPeriod}
          names={decidedMessages.filters.periods}
          value={period.period}
          onChange={(chosen) => setPeriod({ ...period, period: chosen })}
        />
        {period.period === 'dates' && (
          <DateFilters
            from={period.from}
            to={period.to}
            onChange={(days) => setPeriod({ ...period, ...days })}
          />
        )}
      </div>
      <section aria-label={text.page} aria-busy={query.isFetching} className={classes.metrics}>
        {query.isError && !query.isFetching ? (
          <ErrorState message={text.failed} onRetry={() => void query.refetch()} />
        ) : data ? (
          <Content clients={data.clients} total={data.total} period={period} />
        ) : (
          <Skeleton label={text.loading} heights={[72, 24, 24, 24]} />
        )}
      </section>
    </article>
  )
}

type ContentProps = { clients: readonly ClientMetrics[]; total: Figures; period: MetricsPeriod }

function Content({ clients, total, period }: ContentProps) {
  const columns = useMemo(() => metricsColumns(period), [period])
  const [view, onView] = useTabState('metrics view', listView, unsortedView)
  const decided = countDecided(total)
  if (decided === 0 && total.open === 0) return <EmptyState message={text.none} advice={text.noneAdvice} />
  return (
    <>
      <Totals total={total} period={period} />
      {decided === 0 && (
        <p role="status" className={classes.nothing}>
          {text.noDecisions}
        </p>
      )}
      <PagedList
        exportedAs={{ list: 'authorization-metrics', criteria: period }}
        label={text.table}
        rows={clients}
        columns={columns}
        rowId={({ client }) => client}
        sizeKey="Metrics_ResultSize"
        view={view}
        onView={onView}
      />
      {decided > 0 && <OutcomeChart clients={clients} />}
    </>
  )
}

function Totals({ total, period }: { total: Figures; period: MetricsPeriod }) {
  const { open, decided, median, onTime } = text.figures
  const link = (label: string, value: string, filter: Partial<DecidedFilter> = {}) => (
    <DecidedLink filter={{ ...period, ...filter }} name={text.showDecided(label, value)}>
      {value}
    </DecidedLink>
  )
  const share = formatShare(total)
  const tiles: [label: string, value: ReactNode, about?: string][] = [
    [open, <Link key="open" to="/authorization" children={formatCount(total.open)} />],
    [decided, link(decided, formatCount(countDecided(total)))],
    [median, formatMedian(total)],
    total.withDueTime > 0
      ? [
          onTime,
          link(onTime, share, { timing: 'on time' }),
          text.onTimeCount(total.onTime, total.withDueTime),
        ]
      : [onTime, share],
  ]
  return (
    <dl className={classes.totals}>
      {tiles.map(([label, value, about]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value} {about && <small>{about}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const outcomes = decidedMessages.filters.outcomes

/** The outcomes of each client as one bar. The table has the same numbers. */
function OutcomeChart({ clients }: { clients: readonly ClientMetrics[] }) {
  const largest = Math.max(...clients.map(countDecided))
  return (
    <figure className={classes.chart} aria-label={text.chart}>
      <figcaption className={classes.key} aria-hidden>
        {action.options.map((outcome) => (
          <span key={outcome}>
            <svg aria-hidden viewBox="0 0 10 10">
              <rect data-outcome={outcome} width={10} height={10} />
            </svg>
            {outcomes[outcome]}
          </span>
        ))}
      </figcaption>
      {clients.map((each) => (
        <div key={each.client} className={classes.bar}>
          <span>{each.carrier}</span>
          <svg role="img" aria-label={describeBar(each)} viewBox="0 0 100 1" preserveAspectRatio="none">
            {layoutBar(each, largest).map((part) => (
              <rect key={part.outcome} data-outcome={part.outcome} x={part.x} width={part.width} height={1} />
            ))}
          </svg>
          <span className={classes.count}>{formatCount(countDecided(each))}</span>
        </div>
      ))}
    </figure>
  )
}

/** Places the outcomes of a bar next to each other, in percent of the longest bar. */
function layoutBar({ decided }: Figures, largest: number) {
  let x = 0
  return action.options.map((outcome) => {
    const width = (100 * decided[outcome]) / largest
    const part = { outcome, x, width }
    x += width
    return part
  })
}

function describeBar({ carrier, decided }: ClientMetrics): string {
  const parts = action.options
    .filter((outcome) => decided[outcome] > 0)
    .map((outcome) => text.part(outcomes[outcome], decided[outcome]))
  return text.describeBar(carrier, parts.join(', ') || text.noPart)
}
