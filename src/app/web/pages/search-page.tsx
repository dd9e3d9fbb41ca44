import { notFound, redirect, useParams } from '@tanstack/react-router'
import { ApiError } from '#platform/web/api-client.ts'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import '#platform/web/safe-html.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { TabOwnerProvider } from '#platform/web/storage.ts'
import { introductionQuery, searchInfoQuery } from '#provider-search/web/lookup-queries.ts'
import { ProviderSearchPage } from '#provider-search/web/provider-search-page.tsx'
import { type RowAction, RowActionContext } from '#provider-search/web/results/row-action.tsx'
import { returnPathStore } from '#sign-in/web/return-path-storage.ts'
import { tokenStore } from '#sign-in/web/token-store.ts'
import { loadedStaffModule, loadStaffModule } from '../load-staff-module.ts'
import { queryClient, skeletonDelayMs } from '../query-client.ts'
import classes from './search-page.module.css'

// A failed query of the route's loader stays failed on the page, which shows the error.
for (const { queryKey } of [searchInfoQuery(''), introductionQuery('')])
  queryClient.setQueryDefaults(queryKey.slice(0, 1), { retryOnMount: false })

/** The provider search in the URL. */
export function SearchPage() {
  const { searchKey } = useParams({ from: '/$searchKey' })
  return <SearchPageContent key={searchKey} searchKey={searchKey} />
}

function SearchPageContent({ searchKey }: { searchKey: string }) {
  // Stays the same when the session ends, because the draft must outlast signing in again.
  const [owner] = useState(() => loadedStaffModule()?.searchOwner(searchKey) ?? '')
  const { action, Notice } = useVob(searchKey)
  return (
    <div className={classes.tall}>
      <RowActionContext value={action}>
        {Notice && <Notice />}
        <TabOwnerProvider value={owner}>
          <ProviderSearchPage searchKey={searchKey} />
        </TabOwnerProvider>
      </RowActionContext>
    </div>
  )
}

/**
 * Loads the first data of the page. Throws `notFound()` for an unknown search; redirects visitors without
 * access to a secure search to the start page, and back to the search after sign-in. Returns whether the search is only
 * for staff. Uses the page's bootstrap data to save a request.
 */
export async function loadSearch(searchKey: string, href: string) {
  const { opened } = getBootstrapData()
  const kind = opened?.path === `/${searchKey}` ? opened.kind : undefined
  if (kind === 'none') throw notFound()
  const isSecureSearch = await prepareForStaff(searchKey)
  if (kind === 'secure search' && isSecureSearch === false) throw redirectToStart(href)
  const loading = Promise.all([
    queryClient.prefetchQuery(searchInfoQuery(searchKey)),
    queryClient.prefetchQuery(introductionQuery(searchKey)),
  ])
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, skeletonDelayMs))])
  const { error } = queryClient.getQueryState(searchInfoQuery(searchKey).queryKey) ?? {}
  const status = error instanceof ApiError ? error.status : undefined
  if (status === 404) throw notFound()
  if (status === 401) throw redirectToStart(href)
  return { isForStaff: isSecureSearch === true }
}

/**
 * Loads the client's configuration and returns whether this search is one of its secure searches; undefined
 * if loading fails.
 */
async function prepareForStaff(searchKey: string): Promise<boolean | undefined> {
  if (!tokenStore.has()) return false
  const staff = await loadStaffModule().catch(() => undefined)
  return staff?.prepareSearch(searchKey).catch(() => undefined)
}

function redirectToStart(href: string) {
  returnPathStore.set(href)
  return redirect({ to: '/' })
}

type VobCode = typeof import('../staff-shell/client-vob-action.tsx')

/** The VOB action of a search and the notice above it; their code loads with the first such search. */
function useVob(searchKey: string): { action?: RowAction; Notice?: VobCode['ClientVobNotice'] } {
  const { data: search } = useQuery(searchInfoQuery(searchKey))
  const [code, setCode] = useState<VobCode>()
  const hasVob = search?.isVOB ?? false
  useEffect(() => {
    if (hasVob) import('../staff-shell/client-vob-action.tsx').then(setCode, () => {})
  }, [hasVob])
  return useMemo(
    () =>
      hasVob && search && code ? { action: code.clientVobAction(search), Notice: code.ClientVobNotice } : {},
    [code, hasVob, search],
  )
}
