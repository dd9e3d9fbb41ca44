import { Authorizations } from '#authorizations/web/authorizations.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { useSearcher } from './use-search-context.ts'

/** What waits for a decision of the client whose portal somebody looks at, if it has such. */
export function AuthorizationPage() {
  const { configuration, ...searcher } = useSearcher()
  if (configuration && !configuration.clientAuth) return <NotFoundPage />
  return <Authorizations key={searcher.owner} {...searcher} />
}
