import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { dismissError, showError } from '../error-notice.tsx'

/** The query of the first page. */
type FirstPage<Page> = { data: Page | undefined; isPlaceholderData: boolean }

type Further<Page, Position> = {
  load: (position: Position) => Promise<Page>
  /** Where the page after this one begins; undefined after the last page. */
  nextPosition: (page: Page) => Position | undefined
  /** What is said if a further page cannot be loaded. */
  failed: string
}

/** The pages of a list: the first one, and further ones on request, which go when another first page comes. */
export function useFurtherPages<Page, Position>(
  { data: first, isPlaceholderData }: FirstPage<Page>,
  { load, nextPosition, failed }: Further<Page, Position>,
) {
  const [loaded, setLoaded] = useState<{ first?: Page | undefined; further: Page[] }>({ further: [] })
  const further = useMemo(() => (loaded.first === first ? loaded.further : []), [loaded, first])
  const more = useMutation({
    mutationFn: load,
    onMutate: dismissError,
    onSuccess: (page) => setLoaded({ first, further: [...further, page] }),
    onError: () => showError(failed),
  })
  const pages = useMemo(() => (first === undefined ? [] : [first, ...further]), [first, further])
  const last = pages.at(-1)
  const position = last === undefined || isPlaceholderData ? undefined : nextPosition(last)
  return {
    pages,
    isLoadingMore: more.isPending,
    loadMore: position === undefined ? undefined : () => more.mutate(position),
  }
}
