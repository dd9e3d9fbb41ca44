import { Authorizations } from '#authorizations/web/authorizations.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { useSearchContext } from './use-search-context.ts'

/** The pending authorizations of the current client, if it has the feature. */
export function AuthorizationPage() {
  const { configuration, ...searcher } = useSearchContext()
  if (configuration && !configuration.clientAuth) return <NotFoundPage />
  return <Authorizations key={searcher.owner} {...searcher} />
}
