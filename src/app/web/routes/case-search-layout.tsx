import { Outlet } from '@tanstack/react-router'
import { CurrentActivityProvider, PatientSearchProvider } from '#cases/web/case-search-page.tsx'
import { TabOwnerProvider } from '#platform/web/storage.ts'
import { NotFoundPage } from '../pages/not-found-page.tsx'
import { openDocument } from './document-launcher.ts'
import { useSearchClients } from './use-search-clients.ts'

const providers = { patientSearch: PatientSearchProvider, currentActivity: CurrentActivityProvider } as const

/** Keeps the search mounted while navigating below /patient-search. */
export const PatientSearchLayout = () => <CaseShell feature="patientSearch" />

/** The same for /current-activity. */
export const CurrentActivityLayout = () => <CaseShell feature="currentActivity" />

function CaseShell({ feature }: { feature: keyof typeof providers }) {
  const { configuration, ...searcher } = useSearchClients()
  if (configuration && !configuration[feature]) return <NotFoundPage />
  const Provider = providers[feature]
  return (
    <Provider
      key={searcher.owner}
      {...searcher}
      hasSummaries={configuration?.caseSummary ?? false}
      onOpen={openDocument}
    >
      <TabOwnerProvider value={searcher.owner}>
        <Outlet />
      </TabOwnerProvider>
    </Provider>
  )
}
