import { useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'
import { formatTotals } from '#billing/rules.ts'
import { SavingsChart } from '#billing/web/billing-summary.tsx'
import { buildCasePath, hasCases } from '#cases/rules.ts'
import type { ClientConfiguration } from '#clients/contract.ts'
import { TabOwnerProvider } from '#platform/web/storage.ts'
import { ReportRunPage } from '#reports/web/report-run-page.tsx'
import { Reports } from '#reports/web/reports.tsx'
import { ReportAuthorizationsPage } from '#reports/web/view/report-authorizations-page.tsx'
import { parseSelection, ReportBillsPage as ReportBills } from '#reports/web/view/report-bills-page.tsx'
import { parseCaseSelection, ReportCasesPage as ReportCases } from '#reports/web/view/report-cases-page.tsx'
import { reportParams } from '#reports/web/view/report-links.tsx'
import { listCodes, ReportViewPage as ReportView } from '#reports/web/view/report-view-page.tsx'
import { hasLiveToken } from '#sign-in/web/session-store.ts'
import { openInNewWindow } from '../document-launcher.tsx'
import { NotFoundPage } from '../error-page.tsx'
import { ReportsLink } from '../information-pages.tsx'
import { useSearchClients } from './use-search-clients.ts'

/** The reports of the current client, if any. */
export function ReportsPage() {
  const { configuration, owner, offer } = useSearchClients()
  const reports = configuration?.reports
  if (reports?.length === 0) return <NotFoundPage />
  return (
    <TabOwnerProvider value={owner}>
      <Reports
        key={owner}
        owner={owner}
        offer={offer}
        hasLiveToken={hasLiveToken}
        reports={reports ?? []}
        onOpen={openInNewWindow}
      />
    </TabOwnerProvider>
  )
}

/** Returns the path of a case of the current client. */
function useCasePath(configuration: ClientConfiguration | undefined) {
  return useCallback(
    (row: string) => (configuration ? buildCasePath(configuration, row) : '/reports'),
    [configuration],
  )
}

const useReportSearch = () => useRouterState({ select: ({ location }) => location.search })

/** The report in the URL. */
export function ReportViewPage() {
  const { configuration, owner, offer } = useSearchClients()
  const params = reportParams.parse(useReportSearch())
  const casePath = useCasePath(configuration)
  return (
    <ReportView
      key={owner}
      owner={owner}
      params={params}
      casePath={casePath}
      clients={offer.clients}
      hasBills={hasCases(configuration)}
      renderSums={(sums) => <SavingsChart total={formatTotals(sums)} isOneOfSeveral={false} />}
      missing={<NotFoundPage />}
      onOpen={openInNewWindow}
    />
  )
}

/** The bills of a report that the URL selects. */
export function ReportBillsPage() {
  const { configuration, owner, offer } = useSearchClients()
  const search = useReportSearch()
  const params = reportParams.parse(search)
  const selection = parseSelection(search)
  const casePath = useCasePath(configuration)
  if (!selection || (configuration && !hasCases(configuration))) return <NotFoundPage />
  const codes = offer.clients && listCodes(params, offer.clients)
  return (
    <TabOwnerProvider value={owner}>
      <ReportBills
        key={JSON.stringify([owner, selection, codes])}
        owner={owner}
        params={params}
        selection={selection}
        codes={codes}
        casePath={casePath}
        clients={offer.clients}
      />
    </TabOwnerProvider>
  )
}

/** The cases or pending authorizations of a report that the URL selects. */
export function ReportCasesPage() {
  const { configuration, owner, offer } = useSearchClients()
  const search = useReportSearch()
  const params = reportParams.parse(search)
  const selection = parseCaseSelection(search)
  const casePath = useCasePath(configuration)
  if (!selection) return <NotFoundPage />
  const { clients } = offer
  const codes = clients && listCodes(params, clients)
  const props = { owner, params, codes, clients, casePath }
  const key = JSON.stringify([owner, selection, codes])
  return (
    <TabOwnerProvider value={owner}>
      {selection.list === 'cases' ? (
        <ReportCases key={key} {...props} selection={selection} />
      ) : (
        <ReportAuthorizationsPage
          key={key}
          {...props}
          selection={selection}
          hasCases={hasCases(configuration)}
        />
      )}
    </TabOwnerProvider>
  )
}

/** The large report in the URL, for the person who requested it. */
export function ReportPage() {
  const { id } = useParams({ from: '/report/$id' })
  const navigate = useNavigate()
  return (
    <ReportRunPage
      key={id}
      id={id}
      onOpen={() => void navigate({ to: '/report/$id/document', params: { id } })}
      hasLiveToken={hasLiveToken}
      missing={<NotFoundPage />}
      backLink={<ReportsLink />}
    />
  )
}
