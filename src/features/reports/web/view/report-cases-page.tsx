import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { z } from 'zod'
import { call } from '#platform/web/api-client.ts'
import { PagedList } from '#platform/web/table/paged-list.tsx'
import { createColumns } from '#platform/web/table/table-columns.ts'
import { unsortedView } from '#platform/web/table/use-data-table.ts'
import { useFurtherPages } from '#platform/web/table/use-further-pages.ts'
import {
  type ActivitySelection,
  type CaseSelection,
  caseSelection,
  casesPerPage,
  listReportCases,
  maxCasesPerPage,
  type ReportCase,
} from '../../case-list-contract.ts'
import { formatPeriod } from '../../rules.ts'
import { viewMessages } from '../../view-messages.ts'
import { describeClient, type ListPageProps, loadAllPages, ReportList } from './report-list.tsx'

const { caseList: caseText, billList: billText } = viewMessages

/** The selection in the address; undefined if it is invalid. */
export const parseCaseSelection = (search: object): CaseSelection | undefined =>
  caseSelection.safeParse(search).data

type CasePage = z.output<typeof listReportCases.response>

/** The cases that a figure of a report counts, newest activity first. */
export function ReportCasesPage(props: ListPageProps<ActivitySelection>) {
  const { owner, params, selection, clients, casePath } = props
  const { list: _, ...criteria } = { ...selection, client: selection.client || (props.codes ?? '') }
  const load = (start: object, limit: number, signal?: AbortSignal) =>
    call(listReportCases, { ...criteria, ...start, limit }, signal)
  const first = useQuery({
    queryKey: ['report cases', owner, criteria],
    queryFn: ({ signal }) => load({}, casesPerPage, signal),
    enabled: props.codes !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  const { pages, ...more } = useFurtherPages<CasePage, ReportCase>(first, {
    load: (last) => load(startAfterCase(last), casesPerPage),
    nextPosition: ({ cases, hasMore }) => (hasMore ? cases.at(-1) : undefined),
    failed: caseText.failed,
  })
  const rows = useMemo(() => pages.flatMap(({ cases }) => cases), [pages])
  const [view, onView] = useState(unsortedView)
  const columns = useMemo(() => caseColumns(selection, casePath), [selection, casePath])
  const { cases = 0, events = 0 } = first.data?.sums ?? {}
  const kind = caseText.kinds[selection.kind]
  const { firstDay, lastDay } = selection
  const loadAll = () =>
    loadAllPages((last?: ReportCase) => load(last ? startAfterCase(last) : {}, maxCasesPerPage), 'cases')
  return (
    <ReportList
      text={caseText}
      params={params}
      criteria={[formatPeriod(firstDay, lastDay), kind, describeClient(selection, clients)].filter(Boolean)}
      query={{ ...first, data: first.data && rows }}
      summarize={() => [caseText.counted(rows.length, cases), caseText.sum(kind, events)]}
      {...more}
    >
      {() => (
        <PagedList
          exportedAs={{ list: 'report-cases', criteria }}
          wholeList={{ rows: cases, load: loadAll }}
          label={caseText.title}
          rows={rows}
          columns={columns}
          rowId={({ incidentNumber }) => incidentNumber}
          sizeKey="ReportCases_ResultSize"
          columnsKey="reportCaseColumns"
          view={view}
          onView={onView}
        />
      )}
    </ReportList>
  )
}

const startAfterCase = ({ lastDay, incidentNumber }: ReportCase) => ({
  afterDay: lastDay,
  afterIncident: incidentNumber,
})

function caseColumns({ kind }: ActivitySelection, casePath: (row: string) => string) {
  const { text, custom, time, number, all } = createColumns<ReportCase>()
  return all([
    custom(
      'incident',
      billText.incident,
      ({ incidentNumber }) => incidentNumber,
      ({ incidentNumber, caseRow }) => <Link to={casePath(caseRow)}>{incidentNumber}</Link>,
    ),
    text('patient', caseText.patient, ({ patientName }) => patientName),
    text('description', caseText.description, ({ description }) => description),
    text('client', billText.client, ({ client }) => client, 'short'),
    time('entered', caseText.entered, ({ enterDate }) => enterDate),
    time('lastDay', caseText.lastDay, ({ lastDay }) => lastDay),
    number(
      'events',
      caseText.kinds[kind],
      ({ events }) => events.toLocaleString('en-US'),
      (one, other) => one.events - other.events,
    ),
  ])
}
