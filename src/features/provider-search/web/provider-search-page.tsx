import { useQuery } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { ApiError } from '#platform/web/api-client.ts'
import { useErrorNotice } from '#platform/web/use-error-notice.ts'
import { messages } from '../messages.ts'
import { AccessRestricted, SearchLoading, SearchUnavailable, SignInNeeded } from './access-errors.tsx'
import { introductionQuery, searchInfoQuery } from './lookup-queries.ts'
import { ProviderSearch } from './provider-search.tsx'

/** The page of the search with this key. Shows an error if the search does not exist or the visitor may not use it. */
export function ProviderSearchPage({ searchKey }: { searchKey: string }) {
  const search = useQuery(searchInfoQuery(searchKey))
  const introduction = useQuery(introductionQuery(searchKey))
  const status = search.error instanceof ApiError ? search.error.status : undefined
  const isRefused = status === 401 || status === 403 || status === 404
  useErrorNotice({ ...search, isError: search.isError && !isRefused }, messages.infoFailed)
  useErrorNotice(
    { ...introduction, isError: introduction.isError && search.isSuccess },
    messages.detailFailed,
  )

  if (status === 404) throw notFound()
  if (status === 403) return <AccessRestricted />
  if (status === 401) return <SignInNeeded />
  if (search.isError) return <SearchUnavailable onRetry={() => void search.refetch()} />
  if (search.isPending || introduction.isPending) return <SearchLoading />
  const { content = '', SafeHtml } = introduction.data ?? {}
  return (
    <ProviderSearch
      key={searchKey}
      search={search.data}
      introduction={SafeHtml && <SafeHtml html={content} />}
    />
  )
}
