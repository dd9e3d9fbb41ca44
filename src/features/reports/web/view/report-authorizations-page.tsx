import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import type { z } from 'zod'
import { waitSpans } from '#authorizations/rules.ts'
import { compareMoney, formatMoney } from '#platform/contract/money.ts'
import { call } from '#platform/web/api-client.ts'
import { formatInstant } from '#platform/web/format-instant.ts'
import type { AvailableClients } from '#platform/web/multi-client-search/client-selection.ts'
import { PagedList } from '#platform/web/table/paged-list.tsx'
import { withExport } from '#platform/web/table/sheet-columns.ts'
import { createColumns } from '#platform/web/table/table-columns.ts'
import { unsortedView } from '#platform/web/table/use-data-table.ts'
import { useFurtherPages } from '#platform/web/table/use-further-pages.ts'
import {
  casesPerPage,
  listReportAuthorizations,
  maxCasesPerPage,
  type PendingSelection,
  type ReportAuthorization,
} from '../../case-list-contract.ts'
import { formatPeriod } from '../../rules.ts'
import { viewMessages } from '../../view-messages.ts'
import { describeClient, type ListPageProps, loadAllPages, ReportList } from './report-list.tsx'

const { caseList: caseText, authorizationList: pendingText, billList: billText } = viewMessages

type AuthorizationsPageProps = ListPageProps<PendingSelection> & {
  /** Whether the person can open cases. */
  hasCases: boolean
}

type PendingPage = z.output<typeof listReportAuthorizations.response>

/** The pending authorizations that a figure of a report counts, longest waiting first. */
export function ReportAuthorizationsPage(props: AuthorizationsPageProps) {
  const { owner, params, selection, clients, casePath, hasCases } = props
  const { list: _, ...criteria } = { ...selection, client: selection.client || (props.codes ?? '') }
  const load = (start: object, limit: number, signal?: AbortSignal) =>
    call(listReportAuthorizations, { ...criteria, ...start, limit }, signal)
  const first = useQuery({
    queryKey: ['report authorizations', owner, criteria],
    queryFn: ({ signal }) => load({}, casesPerPage, signal),
    enabled: props.codes !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  const { pages, ...more } = useFurtherPages<PendingPage, ReportAuthorization>(first, {
    load: (last) => load(startAfterAuthorization(last), casesPerPage),
    nextPosition: ({ authorizations, hasMore }) => (hasMore ? authorizations.at(-1) : undefined),
    failed: pendingText.failed,
  })
  const rows = useMemo(() => pages.flatMap(({ authorizations }) => authorizations), [pages])
  const [view, onView] = useState(unsortedView)
  const columns = useMemo(
    () => authorizationColumns((row) => (hasCases ? casePath(row) : undefined)),
    [casePath, hasCases],
  )
  const sums = first.data?.sums ?? []
  const count = sums.reduce((sum, each) => sum + each.count, 0)
  const loadAll = () =>
    loadAllPages(
      (last?: ReportAuthorization) => load(last ? startAfterAuthorization(last) : {}, maxCasesPerPage),
      'authorizations',
    )
  return (
    <ReportList
      text={pendingText}
      params={params}
      criteria={describeSelection(selection, clients)}
      query={{ ...first, data: first.data && rows }}
      summarize={() => [
        pendingText.counted(rows.length, count),
        ...sums.map(({ currency, total }) => formatMoney(total, currency)),
      ]}
      {...more}
    >
      {() => (
        <PagedList
          exportedAs={{ list: 'report-authorizations', criteria }}
          wholeList={{ rows: count, load: loadAll }}
          label={pendingText.title}
          rows={rows}
          columns={columns}
          rowId={({ itn }) => itn}
          sizeKey="ReportCases_ResultSize"
          columnsKey="reportAuthorizationColumns"
          view={view}
          onView={onView}
        />
      )}
    </ReportList>
  )
}

function describeSelection(selection: PendingSelection, clients: AvailableClients['clients']) {
  const { firstDay, lastDay, billCurrency, span } = selection
  const wait = span === '' ? '' : (waitSpans[Number(span)]?.name ?? '')
  const parts = [formatPeriod(firstDay, lastDay), billCurrency, wait, describeClient(selection, clients)]
  return parts.filter(Boolean)
}

const startAfterAuthorization = ({ receivedAt, itn }: ReportAuthorization) => ({
  afterTime: receivedAt,
  afterItn: itn,
})

function authorizationColumns(casePath: (row: string) => string | undefined) {
  const { text, custom, time, number, all } = createColumns<ReportAuthorization>()
  const read = ({ total, currency }: ReportAuthorization) => ({ amount: total, currency })
  const total = number(
    'total',
    pendingText.total,
    (row) => formatMoney(row.total, row.currency),
    (one, other) => compareMoney(read(one), read(other)),
  )
  const openCase = ({ incidentNumber, caseRow }: ReportAuthorization): ReactNode => {
    const path = caseRow === null ? undefined : casePath(caseRow)
    return path ? <Link to={path}>{incidentNumber}</Link> : incidentNumber
  }
  return all([
    text('itn', billText.itn, ({ itn }) => itn, 'short'),
    custom('incident', billText.incident, ({ incidentNumber }) => incidentNumber ?? '', openCase),
    text('patient', caseText.patient, ({ patientName }) => patientName),
    text('provider', billText.provider, ({ providerName }) => providerName),
    text('client', billText.client, ({ client }) => client, 'short'),
    time(
      'received',
      pendingText.received,
      ({ receivedAt }) => receivedAt,
      ({ receivedAt }) => formatInstant(receivedAt),
    ),
    number(
      'days',
      pendingText.days,
      ({ days }) => days.toLocaleString('en-US'),
      (one, other) => one.days - other.days,
    ),
    withExport(total, { exported: read }),
  ])
}
