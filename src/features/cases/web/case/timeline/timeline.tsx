import { useQuery } from '@tanstack/react-query'
import { type NavigateOptions, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { formatDay } from '#platform/contract/date-format.ts'
import { formatMoney } from '#platform/contract/money.ts'
import { EmptyState, QueryList } from '#platform/web/query-list.tsx'
import { PagedList } from '#platform/web/table/paged-list.tsx'
import { countColumn } from '#platform/web/table/sheet-columns.ts'
import { createColumns } from '#platform/web/table/table-columns.ts'
import { useListView } from '#platform/web/table/use-data-table.ts'
import type {
  CaseTimeline,
  TimelineAuthorization,
  TimelineEntry,
  TimelineKind,
} from '../../../activity-contract.ts'
import { messages } from '../../../messages.ts'
import { type Incident, type ListedSection, type SearchPath, sectionPath } from '../../../rules.ts'
import { useCaseSearch } from '../../case-search-context.ts'
import { AuthorizationLink, CaseLink } from '../../results/case-links.tsx'
import { timelineQuery } from '../use-case.ts'
import classes from './timeline.module.css'
import { countActivity, type Milestone, TimelineChart } from './timeline-chart.tsx'

/** The timeline of a case as a chart and as a list. */
export function Timeline({ incident }: { incident: Incident }) {
  const query = useQuery(timelineQuery(incident))
  const { waitingBills = 0 } = query.data ?? {}
  const rows = useMemo(() => query.data && listRows(query.data), [query.data])
  const waiting = waitingBills > 0 ? messages.timeline.waiting(waitingBills) : undefined
  return (
    <QueryList
      query={{ ...query, data: rows }}
      waiting={messages.loading(messages.pages.timeline)}
      failed={messages.timelineFailed}
      empty={<EmptyState message={messages.noActivity} advice={waiting ?? messages.noActivityAdvice} />}
    >
      {(entries) => (
        <div className={classes.timeline}>
          <TimelineChart
            entries={query.data ? countActivity(query.data) : []}
            milestones={listMilestones(incident)}
          />
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

/** What was added on a day, or what happened to an authorization. */
type TimelineRow = TimelineEntry | (TimelineAuthorization & { kind: 'AUTH'; count: number })

/** Lists the activity of a timeline, oldest first. */
const listRows = ({ timeline, authorizations }: CaseTimeline): TimelineRow[] =>
  [...timeline, ...authorizations.map((each) => ({ ...each, kind: 'AUTH' as const, count: 1 }))].toSorted(
    (one, other) => Date.parse(one.day) - Date.parse(other.day),
  )

function describeRow(row: TimelineRow): string {
  const timelineText = messages.timeline
  if (row.kind !== 'AUTH') return timelineText.kinds[row.kind]
  const { action, itn, currency, maximumCovered } = row
  const total = formatMoney(row.totalCharge, currency)
  const amount =
    maximumCovered === null ? total : timelineText.covered(formatMoney(maximumCovered, currency), total)
  return timelineText.authorization(timelineText.authorizations[action ?? 'received'], itn, amount)
}

const { text, time, action, all } = createColumns<TimelineRow>()

/** The section that shows this kind of activity. */
const sectionByKind: Readonly<Record<TimelineKind, ListedSection>> = {
  MR: 'medical-records',
  CASE: 'case-documents',
  BILLS: 'billing',
  NOTES: 'notes',
}

const dataColumns = [
  time('day', messages.timestamp, ({ day }) => day),
  text('kind', messages.timeline.activity, describeRow),
  countColumn<TimelineRow>('count', messages.timeline.count, ({ count }) => count),
]

type Go = (target: NavigateOptions) => void

const timelineColumns = (path: SearchPath, row: string, go: Go) =>
  all([
    ...dataColumns,
    action('view', messages.view, (entry) =>
      entry.kind === 'AUTH' ? (
        <AuthorizationLink {...entry} go={go} />
      ) : (
        <CaseLink
          page={sectionByKind[entry.kind]}
          about={formatDay(entry.day)}
          href={sectionPath(path, sectionByKind[entry.kind], row)}
          go={(href) => go({ href })}
        />
      ),
    ),
  ])

const rowId = (row: TimelineRow) =>
  row.kind === 'AUTH' ? `${row.itn} ${row.round} ${row.action}` : `${row.day} ${row.kind}`

type TimelineListProps = { entries: readonly TimelineRow[]; incident: Incident }

/** The activity of each day, with links to it. */
function TimelineList({ entries, incident: { incidentNumber, hash } }: TimelineListProps) {
  const { path } = useCaseSearch().search
  const navigate = useNavigate()
  const listView = useListView('day', `timeline of ${incidentNumber}`)
  const columns = useMemo(
    () => timelineColumns(path, hash, (target) => void navigate(target)),
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
