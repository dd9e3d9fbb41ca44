import { notFound, useParams } from '@tanstack/react-router'
import { CallFailed } from '#platform/web/call.ts'
import { introductionQuery, searchInfoQuery } from '#provider-search/web/look-ups.ts'
import { ProviderSearchPage } from '#provider-search/web/provider-search-page.tsx'
import { queryClient } from '../query-client.ts'
import classes from './search-page.module.css'

const isAskedFirst = { retryOnMount: false }
queryClient.setQueryDefaults(searchInfoQuery('').queryKey.slice(0, 1), isAskedFirst)
queryClient.setQueryDefaults(introductionQuery('').queryKey.slice(0, 1), isAskedFirst)

/** The provider search whose definition the last part of the address names. */
export function SearchPage() {
  const { searchKey } = useParams({ from: '/$searchKey' })
  return (
    <div className={classes.tall}>
      <ProviderSearchPage key={searchKey} searchKey={searchKey} />
    </div>
  )
}

/** Fetches what the page shows first, so that it appears whole. Throws `notFound()` where there is no such search. */
export async function loadSearch(searchKey: string) {
  await Promise.all([
    queryClient.prefetchQuery(searchInfoQuery(searchKey)),
    queryClient.prefetchQuery(introductionQuery(searchKey)),
  ])
  const { error } = queryClient.getQueryState(searchInfoQuery(searchKey).queryKey) ?? {}
  if (error instanceof CallFailed && error.status === 404) throw notFound()
}
