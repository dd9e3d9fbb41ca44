import { KeptForProvider } from '#platform/web/tab-storage.ts'
import { Reports } from '#reports/web/reports.tsx'
import { openDocument } from '../document-launcher.ts'
import { isAwake } from '../staff-shell/session-activity.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { useSearcher } from './use-search-context.ts'

/** The reports of the current client, if any. */
export function ReportsPage() {
  const { configuration, owner, offer } = useSearcher()
  const reports = configuration?.reports
  if (reports?.length === 0) return <NotFoundPage />
  return (
    <KeptForProvider value={owner}>
      <Reports key={owner} {...{ owner, offer, isAwake }} reports={reports ?? []} onOpen={openDocument} />
    </KeptForProvider>
  )
}
