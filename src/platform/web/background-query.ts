import { type QueryKey, queryOptions } from '@tanstack/react-query'

type BackgroundQuery<Data> = {
  queryKey: QueryKey
  load: (signal: AbortSignal) => Promise<Data>
  /** Whether the query may load now. It must not in an idle session, because each request renews the session. */
  isAllowed: () => boolean
  pollMs: number
}

/**
 * Options of a query that loads by itself: at intervals while the tab is visible, and on return to the tab. While it is
 * not allowed to, it sends nothing, keeps its data, and is in the error state.
 */
export const backgroundQuery = <Data>({ queryKey, load, isAllowed, pollMs }: BackgroundQuery<Data>) =>
  queryOptions({
    queryKey,
    // An interval goes on regardless of `enabled`.
    queryFn: ({ signal }) => {
      if (!isAllowed()) throw new Error('This query may not load now.')
      return load(signal)
    },
    refetchInterval: pollMs,
    refetchOnWindowFocus: true,
  })
