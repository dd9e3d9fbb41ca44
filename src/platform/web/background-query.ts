import { type QueryKey, queryOptions } from '@tanstack/react-query'

type BackgroundQuery<Data> = {
  queryKey: QueryKey
  load: (signal: AbortSignal) => Promise<Data>
  /**
   * Whether the query may load now. It must not in an idle session, because a request can renew the token, and with it
   * the session.
   */
  canLoad: () => boolean
  pollMs: number
}

/**
 * Options of a query that loads by itself: at intervals while the tab is visible, and on return to the tab. While it is
 * not allowed to, it sends nothing, keeps its data, and is in the error state.
 */
export const backgroundQuery = <Data>({ queryKey, load, canLoad, pollMs }: BackgroundQuery<Data>) =>
  queryOptions({
    queryKey,
    // An interval goes on regardless of `enabled`.
    queryFn: ({ signal }) => {
      if (!canLoad()) throw new Error('This query may not load now.')
      return load(signal)
    },
    refetchInterval: pollMs,
    refetchOnWindowFocus: true,
  })

type PolledQuery<Data> = {
  queryKey: QueryKey
  load: (signal: AbortSignal) => Promise<Data>
  /** Whether the data can still change. */
  isActive: (data: Data, error: Error | null) => boolean
  hasLiveToken: () => boolean
}

/** Options of a query that polls while its data can change, the tab is visible and the session is live. */
export const polledQuery = <Data>({ queryKey, load, isActive, hasLiveToken }: PolledQuery<Data>) =>
  queryOptions({
    queryKey,
    queryFn: ({ client: queries, signal }) =>
      (hasLiveToken() ? undefined : queries.getQueryData<Data>(queryKey)) ?? load(signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data, error, dataUpdateCount, errorUpdateCount } }) =>
      data !== undefined && isActive(data, error) && pollInterval(dataUpdateCount + errorUpdateCount),
  })

/**
 * Returns the polling interval in milliseconds after a number of responses: one second at first, up to ten.
 */
export const pollInterval = (responses: number): number =>
  Math.min(1000 * 1.15 ** Math.max(responses - 5, 0), 10_000)
