import { Outlet, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { CurrentActivityProvider, PatientSearchProvider } from '#cases/web/case-search-page.tsx'
import { TabOwnerProvider } from '#platform/web/storage.ts'
import { NotFoundPage } from '../pages/not-found-page.tsx'
import { StaffDocuments, useOpenDocument } from './document-launcher.tsx'
import { useSearchClients } from './use-search-clients.ts'

const providers = { patientSearch: PatientSearchProvider, currentActivity: CurrentActivityProvider } as const

/** Keeps the search mounted while navigating below /patient-search. */
export const PatientSearchLayout = () => (
  <StaffDocuments>
    <CaseShell feature="patientSearch" />
  </StaffDocuments>
)

/** The same for /current-activity. */
export const CurrentActivityLayout = () => (
  <StaffDocuments>
    <CaseShell feature="currentActivity" />
  </StaffDocuments>
)

function CaseShell({ feature }: { feature: keyof typeof providers }) {
  const { configuration, ...searcher } = useSearchClients()
  const filledAt = useFilledAt()
  const onOpen = useOpenDocument()
  if (configuration && !configuration[feature]) return <NotFoundPage />
  const Provider = providers[feature]
  return (
    <Provider
      key={`${searcher.owner} ${filledAt}`}
      {...searcher}
      hasSummaries={configuration?.caseSummary ?? false}
      onOpen={onOpen}
    >
      <TabOwnerProvider value={searcher.owner}>
        <Outlet />
      </TabOwnerProvider>
    </Provider>
  )
}

/** When the search box last filled in the form, which then starts again with what is stored in the tab. */
function useFilledAt() {
  const filledAt = useRouterState({ select: ({ location }) => location.state.filledAt })
  const [last, setLast] = useState(filledAt)
  if (filledAt !== undefined && filledAt !== last) setLast(filledAt)
  return filledAt ?? last
}
