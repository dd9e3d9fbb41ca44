import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { CurrentActivityProvider, PatientSearchProvider } from '#cases/web/case-search-page.tsx'
import { currentActivity } from '#cases/web/search/case-search-kinds.ts'
import { type ActivityLink, parseActivityLink, toActivityValues } from '#cases/web/search/search-values.ts'
import { tabOwner } from '#clients/web/configuration-store.ts'
import { searchStore } from '#platform/web/multi-client-search/use-multi-client-search.ts'
import { TabOwnerProvider } from '#platform/web/storage.ts'
import { StaffDocuments, useOpenDocument } from '../document-launcher.tsx'
import { NotFoundPage } from '../error-page.tsx'
import { useSearchClients } from './use-search-clients.ts'

const providers = { patientSearch: PatientSearchProvider, currentActivity: CurrentActivityProvider } as const

/** Keeps the search mounted while navigating below /patient-search. */
export const PatientSearchLayout = () => (
  <StaffDocuments>
    <CaseShell feature="patientSearch" />
  </StaffDocuments>
)

/** The same for /current-activity. A link to it can have a search. */
export function CurrentActivityLayout() {
  const search = useRouterState({ select: ({ location }) => location.search })
  const link = useMemo(() => parseActivityLink(search), [search])
  if (link) return <OpenActivityLink link={link} />
  return (
    <StaffDocuments>
      <CaseShell feature="currentActivity" />
    </StaffDocuments>
  )
}

/** Opens the search box of the bar with a text. */
const openFindBox = (text: string) =>
  dispatchEvent(new CustomEvent('open-find-box' satisfies keyof WindowEventMap, { detail: text }))

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
      shownClient={configuration?.isInternal ? configuration.clientName : undefined}
      opensInEmergency={configuration?.emergencyAccess?.role === 'open'}
      onFind={openFindBox}
      onOpen={onOpen}
    >
      <TabOwnerProvider value={searcher.owner}>
        <Outlet />
      </TabOwnerProvider>
    </Provider>
  )
}

/** Fills in the form with the search of a link, submits it if it is valid, and removes it from the address. */
function OpenActivityLink({ link }: { link: ActivityLink }) {
  const navigate = useNavigate()
  useEffect(() => {
    const values = toActivityValues(link)
    const view = currentActivity.firstView()
    if (values) searchStore(currentActivity, tabOwner()).set({ values, submitted: values, view })
    void navigate({ to: '/current-activity', replace: true, state: { filledAt: performance.now() } })
  }, [link, navigate])
  return null
}

/** When the search box or a link last filled in the form, which then starts again with what is stored in the tab. */
function useFilledAt() {
  const filledAt = useRouterState({ select: ({ location }) => location.state.filledAt })
  const [last, setLast] = useState(filledAt)
  if (filledAt !== undefined && filledAt !== last) setLast(filledAt)
  return filledAt ?? last
}
