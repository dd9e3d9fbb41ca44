import { TabOwnerProvider } from '#platform/web/storage.ts'
import { Reports } from '#reports/web/reports.tsx'
import { hasLiveToken } from '#sign-in/web/session-store.ts'
import { openDocument } from '../document-launcher.ts'
import { NotFoundPage } from './not-found-page.tsx'
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
        isSessionActive={hasLiveToken}
        reports={reports ?? []}
        onOpen={openDocument}
      />
    </TabOwnerProvider>
  )
}
