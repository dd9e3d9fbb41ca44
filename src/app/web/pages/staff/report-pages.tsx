import { useNavigate, useParams } from '@tanstack/react-router'
import { TabOwnerProvider } from '#platform/web/storage.ts'
import { ReportRunPage } from '#reports/web/report-run-page.tsx'
import { Reports } from '#reports/web/reports.tsx'
import { hasLiveToken } from '#sign-in/web/session-store.ts'
import { openDocument } from '../document-launcher.tsx'
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
        {...{ owner, offer }}
        hasLiveToken={hasLiveToken}
        reports={reports ?? []}
        onOpen={openDocument}
      />
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
