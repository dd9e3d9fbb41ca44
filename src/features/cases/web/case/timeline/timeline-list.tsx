import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { formatDay } from '#platform/contract/date-format.ts'
import { PagedList } from '#platform/web/table/paged-list.tsx'
import { withExport } from '#platform/web/table/sheet-columns.ts'
import { createColumns } from '#platform/web/table/table-columns.ts'
import { useListView } from '#platform/web/table/use-data-table.ts'
import type { TimelineEntry, TimelineKind } from '../../../activity-contract.ts'
import { messages } from '../../../messages.ts'
import { type Incident, type ListedSection, type SearchPath, sectionPath } from '../../../rules.ts'
import { useCaseSearch } from '../../case-search-context.ts'
import { CaseLink } from '../../results/case-links.tsx'

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
export function TimelineList({ entries, incident: { incidentNumber, hash } }: TimelineListProps) {
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
