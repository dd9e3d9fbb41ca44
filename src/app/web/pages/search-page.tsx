import { notFound, redirect, useParams } from '@tanstack/react-router'
import { CallFailed } from '#platform/web/api-client.ts'
import { pageFacts } from '#platform/web/bootstrap-data.ts'
import '#platform/web/safe-html.css'
import { introductionQuery, searchInfoQuery } from '#provider-search/web/lookup-queries.ts'
import { ProviderSearchPage } from '#provider-search/web/provider-search-page.tsx'
import { RowActionContext } from '#provider-search/web/row-action.ts'
import { rememberReturn } from '#sign-in/web/return-to.ts'
import { hasToken, signedInCode } from '../load-staff-module.ts'
import { queryClient } from '../query-client.ts'
import classes from './search-page.module.css'
import { useVobAction } from './use-vob-action.ts'

const isAskedFirst = { retryOnMount: false }
queryClient.setQueryDefaults(searchInfoQuery('').queryKey.slice(0, 1), isAskedFirst)
queryClient.setQueryDefaults(introductionQuery('').queryKey.slice(0, 1), isAskedFirst)

/** The provider search whose definition the last part of the address names. */
export function SearchPage() {
  const { searchKey } = useParams({ from: '/$searchKey' })
  return (
    <div className={classes.tall}>
      <RowActionContext value={useVobAction(searchKey)}>
        <ProviderSearchPage key={searchKey} searchKey={searchKey} />
      </RowActionContext>
    </div>
  )
}

/**
 * Fetches what the page shows first, so that it appears whole if that comes soon. Throws `notFound()` where there is no such search; who
 * has no way into a secure one is sent to the start page, and comes back here after a sign-in. What the server said of
 * the address with the page itself is not asked again.
 */
export async function loadSearch(searchKey: string, href: string) {
  const { opened } = pageFacts()
  const kind = opened?.path === `/${searchKey}` ? opened.kind : undefined
  if (kind === 'none') throw notFound()
  const isTheirs = await readySearch(searchKey)
  if (kind === 'secure search' && isTheirs === false) throw toStart(href)
  const isThere = Promise.all([
    queryClient.prefetchQuery(searchInfoQuery(searchKey)),
    queryClient.prefetchQuery(introductionQuery(searchKey)),
  ])
  await Promise.race([isThere, new Promise((resolve) => setTimeout(resolve, patience))])
  const { error } = queryClient.getQueryState(searchInfoQuery(searchKey).queryKey) ?? {}
  const status = error instanceof CallFailed ? error.status : undefined
  if (status === 404) throw notFound()
  if (status === 401) throw toStart(href)
}

/** How long the page waits to appear whole, in ms; after it, its outline stands. */
const patience = 1000

/** Whether a secure search is one of the client's, whose configuration is ready then; undefined where the code that knows did not come. */
async function readySearch(searchKey: string): Promise<boolean | undefined> {
  if (!hasToken()) return false
  const staff = await signedInCode().catch(() => undefined)
  return staff?.readySearch(searchKey).catch(() => undefined)
}

function toStart(href: string) {
  rememberReturn(href)
  return redirect({ to: '/' })
}
