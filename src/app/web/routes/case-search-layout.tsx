import { Outlet, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { activityKind } from '#cases/contract.ts'
import { CurrentActivityProvider, PatientSearchProvider } from '#cases/web/case-search-page.tsx'
import { currentActivity } from '#cases/web/search/case-search-kinds.ts'
import { tabOwner } from '#clients/web/configuration-store.ts'
import { formatDay } from '#platform/contract/date-format.ts'
import { allClientsSelected } from '#platform/web/multi-client-search/client-selection.ts'
import { searchStore } from '#platform/web/multi-client-search/use-multi-client-search.ts'
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

/** Stores a search of current activity as its form does, and submits it. */
export function fillCurrentActivity({ from, to, kinds }: { from: string; to: string; kinds: string }) {
  const activityList = activityKind.options.filter((kind) => kinds.split(' ').includes(kind))
  const values = { ...allClientsSelected, startDate: formatDay(from), endDate: formatDay(to), activityList }
  searchStore(currentActivity, tabOwner()).set({
    values,
    submitted: values,
    view: currentActivity.firstView(),
  })
}

/** When the search box or a link last filled in the form, which then starts again with what is stored in the tab. */
function useFilledAt() {
  const filledAt = useRouterState({ select: ({ location }) => location.state.filledAt })
  const [last, setLast] = useState(filledAt)
  if (filledAt !== undefined && filledAt !== last) setLast(filledAt)
  return filledAt ?? last
}
