import { useQuery } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { ApiError } from '#platform/web/api-client.ts'
import { useErrorNotice } from '#platform/web/use-error-notice.ts'
import { messages } from '../messages.ts'
import { AccessRestricted, SearchAwaited, SearchUnavailable, SignInNeeded } from './access-errors.tsx'
import { introductionQuery, searchInfoQuery } from './lookup-queries.ts'
import { ProviderSearch } from './provider-search.tsx'

/** The page of the search whose definition has this key: for those it is open to, and only when there is one. */
export function ProviderSearchPage({ searchKey }: { searchKey: string }) {
  const search = useQuery(searchInfoQuery(searchKey))
  const introduction = useQuery(introductionQuery(searchKey))
  const refusal = search.error instanceof ApiError ? search.error.status : undefined
  const isRefused = refusal === 401 || refusal === 403 || refusal === 404
  useErrorNotice({ ...search, isError: search.isError && !isRefused }, messages.infoFailed)
  useErrorNotice(
    { ...introduction, isError: introduction.isError && search.isSuccess },
    messages.detailFailed,
  )

  if (refusal === 404) throw notFound()
  if (refusal === 403) return <AccessRestricted />
  if (refusal === 401) return <SignInNeeded />
  if (search.isError) return <SearchUnavailable onRetry={() => void search.refetch()} />
  if (search.isPending || introduction.isPending) return <SearchAwaited />
  const { content = '', SafeHtml } = introduction.data ?? {}
  return (
    <ProviderSearch
      key={searchKey}
      search={search.data}
      introduction={SafeHtml && <SafeHtml html={content} />}
    />
  )
}
