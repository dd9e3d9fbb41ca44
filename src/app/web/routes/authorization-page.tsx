import { Authorizations } from '#authorizations/web/authorizations.tsx'
import { NotFoundPage } from '../pages/not-found-page.tsx'
import { useSearchClients } from './use-search-clients.ts'

/** The pending authorizations of the current client, if it has the feature. */
export function AuthorizationPage() {
  const { configuration, ...searcher } = useSearchClients()
  if (configuration && !configuration.clientAuth) return <NotFoundPage />
  return <Authorizations key={searcher.owner} {...searcher} />
}
