import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { AuditPage as AuditTrail } from '#audit/web/audit-page.tsx'
import { decidedFilter } from '#authorizations/decided-contract.ts'
import { Authorizations } from '#authorizations/web/authorizations.tsx'
import { Decided, type DecidedProps, setDecidedFilter } from '#authorizations/web/decided/decided.tsx'
import { billFragment } from '#authorizations/web/list/use-bill-address.ts'
import { Metrics } from '#authorizations/web/metrics/metrics.tsx'
import { CaseLinks } from '#authorizations/web/review/case-link.tsx'
import { UndeliveredNotifications } from '#authorizations/web/undelivered-notifications.tsx'
import { buildCasePath, hasCases } from '#cases/rules.ts'
import type { ClientConfiguration } from '#clients/contract.ts'
import { personId, useConfiguration } from '#clients/web/configuration-store.ts'
import { MemberAccountsPage } from '#members/web/accounts/member-accounts-page.tsx'
import { TabOwnerProvider } from '#platform/web/storage.ts'
import { hasLiveToken } from '#sign-in/web/session-store.ts'
import { SignInsPage as SignIns } from '#sign-in/web/sign-ins-page.tsx'
import { StaffDocuments, useOpenDocument } from '../document-launcher.tsx'
import { NotFoundPage } from '../error-page.tsx'
import { type AuthorizationPath, useRequestedItn } from './use-requested-itn.ts'
import { useSearchClients } from './use-search-clients.ts'

/**
 * The pending authorizations of the current client, if it has the feature. Opens the requested one, which is then in the
 * address.
 */
export function AuthorizationPage() {
  const { configuration, ...searcher } = useSearchClients()
  const navigate = useNavigate()
  const openItn = useRequestedItn(searcher.owner, '/authorization')
  const caseLinks = useCaseLinks(configuration, '/authorization')
  if (configuration && !configuration.clientAuth) return <NotFoundPage />
  return (
    <CaseLinks value={caseLinks}>
      <Authorizations
        key={searcher.owner}
        {...searcher}
        openItn={openItn}
        hasLiveToken={hasLiveToken}
        onOpened={() =>
          void navigate({
            to: '/authorization',
            hash: billFragment(openItn),
            replace: true,
            state: ({ isOverList }) => ({ isOverList }),
            resetScroll: false,
          })
        }
      />
    </CaseLinks>
  )
}

/** The decisions on the bills of the current client, if it has the feature. Opens the requested history. */
export function DecidedPage() {
  const { configuration, owner, offer } = useSearchClients()
  const navigate = useNavigate()
  const openItn = useRequestedItn(owner, '/authorization/decided')
  const caseLinks = useCaseLinks(configuration, '/authorization/decided')
  const search = useRouterState({ select: ({ location }) => location.search })
  if (configuration && !configuration.clientAuth) return <NotFoundPage />
  if (Object.keys(search).length > 0) return <OpenDecidedLink owner={owner} search={search} />
  return (
    <TabOwnerProvider key={owner} value={owner}>
      <CaseLinks value={caseLinks}>
        <StaffDocuments>
          <OpenableDecided
            owner={owner}
            clients={offer.clients ?? []}
            openItn={openItn}
            onClosed={() => void navigate({ to: '/authorization/decided', replace: true, state: {} })}
          />
        </StaffDocuments>
      </CaseLinks>
    </TabOwnerProvider>
  )
}

/** Applies the filters of a link and removes them from the address. */
function OpenDecidedLink({ owner, search }: { owner: string; search: object }) {
  const navigate = useNavigate()
  useEffect(() => {
    const filter = decidedFilter.safeParse(search)
    if (filter.success) setDecidedFilter(owner, filter.data)
    void navigate({ to: '/authorization/decided', replace: true })
  }, [owner, search, navigate])
  return null
}

/** The metrics of the authorizations of the current client, if it has the feature. */
export function MetricsPage() {
  const { configuration, owner } = useSearchClients()
  if (configuration && !configuration.clientAuth) return <NotFoundPage />
  return (
    <TabOwnerProvider key={owner} value={owner}>
      <Metrics owner={owner} />
    </TabOwnerProvider>
  )
}

/**
 * What internal staff see of the notifications that the back office did not receive. It is a page of this module because
 * each further module makes the public pages heavier.
 */
export const NotificationsPage = () => <UndeliveredNotifications hasLiveToken={hasLiveToken} />

/** What internal staff see of the audit trail, here for the same reason. */
export const AuditPage = () => (
  <AuditTrail reviewsEmergencies={useConfiguration()?.emergencyAccess?.role === 'review'} />
)

/** The sessions of the person, here for the same reason. */
export const SignInsPage = () => <SignIns person={personId()} />

/** The member accounts of the client, here for the same reason. */
export function MembersPage() {
  const configuration = useConfiguration()
  const clientId = configuration?.clientId
  const isAllowed = !configuration || configuration.managesMembers === true
  return <MemberAccountsPage key={clientId} person={personId()} clientId={clientId} isAllowed={isAllowed} />
}

const OpenableDecided = (props: Omit<DecidedProps, 'onOpen'>) => (
  <Decided {...props} onOpen={useOpenDocument()} />
)

/** Links to the cases of bills, for clients that have cases. Back in the browser reopens the bill. */
function useCaseLinks(configuration: ClientConfiguration | undefined, page: AuthorizationPath) {
  const { history } = useRouter()
  return useMemo(() => {
    if (!configuration || !hasCases(configuration)) return undefined
    const path = (row: string) => buildCasePath(configuration, row)
    const open = (row: string, openItn: string) => {
      if (page !== '/authorization') history.replace(page, { openItn })
      history.flush()
      history.push(path(row))
    }
    return { path, open }
  }, [history, page, configuration])
}
