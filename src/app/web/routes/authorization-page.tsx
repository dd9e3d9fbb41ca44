import { useNavigate, useRouterState } from '@tanstack/react-router'
import { Authorizations } from '#authorizations/web/authorizations.tsx'
import { NotFoundPage } from '../pages/not-found-page.tsx'
import { useSearchClients } from './use-search-clients.ts'

/**
 * The pending authorizations of the current client, if it has the feature. Opens the one in the history state, once:
 * a reload or a return to the page does not open it again.
 */
export function AuthorizationPage() {
  const { configuration, ...searcher } = useSearchClients()
  const openItn = useRouterState({ select: ({ location }) => location.state.openItn })
  const navigate = useNavigate()
  if (configuration && !configuration.clientAuth) return <NotFoundPage />
  return (
    <Authorizations
      key={searcher.owner}
      {...searcher}
      openItn={openItn}
      onOpened={() => void navigate({ to: '/authorization', replace: true, state: {} })}
    />
  )
}
