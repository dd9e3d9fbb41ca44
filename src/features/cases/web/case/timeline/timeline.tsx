import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { formatDay } from '#platform/contract/date-format.ts'
import { EmptyState, QueryList } from '#platform/web/query-list.tsx'
import { PagedList } from '#platform/web/table/paged-list.tsx'
import { withExport } from '#platform/web/table/sheet-columns.ts'
import { createColumns } from '#platform/web/table/table-columns.ts'
import { useListView } from '#platform/web/table/use-data-table.ts'
import type { TimelineEntry, TimelineKind } from '../../../activity-contract.ts'
import { messages } from '../../../messages.ts'
import { type Incident, type ListedSection, type SearchPath, sectionPath } from '../../../rules.ts'
import { useCaseSearch } from '../../case-search-context.ts'
import { CaseLink } from '../../results/case-links.tsx'
import { timelineQuery } from '../use-case.ts'
import classes from './timeline.module.css'
import { type Milestone, TimelineChart } from './timeline-chart.tsx'

/** The timeline of a case as a chart and as a list. */
export function Timeline({ incident }: { incident: Incident }) {
  const query = useQuery(timelineQuery(incident))
  const { waitingBills = 0, timeline } = query.data ?? {}
  const waiting = waitingBills > 0 ? messages.timeline.waiting(waitingBills) : undefined
  return (
    <QueryList
      query={{ ...query, data: timeline }}
      waiting={messages.loading(messages.pages.timeline)}
      failed={messages.timelineFailed}
      empty={<EmptyState message={messages.noActivity} advice={waiting ?? messages.noActivityAdvice} />}
    >
      {(entries) => (
        <div className={classes.timeline}>
          <TimelineChart entries={entries} milestones={listMilestones(incident)} />
          {waiting && <p className={classes.waiting}>{waiting}</p>}
          <TimelineList entries={entries} incident={incident} />
        </div>
      )}
    </QueryList>
  )
}

/** The days of the incident and its entry. */
export function listMilestones({ dateOfIncident, enterDate }: Incident): Milestone[] {
  const { dateOfIncident: happened, enterDate: entered } = messages
  return [
    ...(dateOfIncident ? [{ name: 'incident', label: happened, day: dateOfIncident } as const] : []),
    ...(enterDate ? [{ name: 'entry', label: entered, day: enterDate } as const] : []),
  ]
}

const { text, time, number, action, all } = createColumns<TimelineEntry>()

/** The section that shows this kind of activity. */
const sectionByKind: Readonly<Record<TimelineKind, ListedSection>> = {
  MR: 'medical-records',
  CASE: 'case-documents',
  BILLS: 'billing',
  NOTES: 'notes',
}

const dataColumns = [
  time('day', messages.timestamp, ({ day }) => day),
  text('kind', messages.timeline.activity, ({ kind }) => messages.timeline.kinds[kind]),
  withExport(
    number(
      'count',
      messages.timeline.count,
      ({ count }) => count.toLocaleString('en-US'),
      (one, other) => one.count - other.count,
    ),
    { exported: ({ count }: TimelineEntry) => ({ number: count, digits: 0 }) },
  ),
]

const timelineColumns = (path: SearchPath, row: string, go: (href: string) => void) =>
  all([
    ...dataColumns,
    action('view', messages.view, ({ kind, day }) => (
      <CaseLink
        page={sectionByKind[kind]}
        about={formatDay(day)}
        href={sectionPath(path, sectionByKind[kind], row)}
        go={go}
      />
    )),
  ])

const rowId = ({ day, kind }: TimelineEntry) => `${day} ${kind}`

type TimelineListProps = { entries: readonly TimelineEntry[]; incident: Incident }

/** The activity of each day, with links to it. */
function TimelineList({ entries, incident: { incidentNumber, hash } }: TimelineListProps) {
  const { path } = useCaseSearch().search
  const navigate = useNavigate()
  const listView = useListView('day', `timeline of ${incidentNumber}`)
  const columns = useMemo(
    () => timelineColumns(path, hash, (href) => void navigate({ href })),
    [path, hash, navigate],
  )
  return (
    <PagedList
      exportedAs={{ list: 'timeline', incidentNumber }}
      label={messages.pages.timeline}
      rows={entries}
      columns={columns}
      rowId={rowId}
      sizeKey="Timeline_ResultSize"
      {...listView}
    />
  )
}
