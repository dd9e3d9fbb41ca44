import type { QueryClient } from '@tanstack/react-query'

/**
 * Options of a query whose key contains the text that is being typed. It waits for a pause, then sends the request. Another
 * letter cancels it.
 */
export const afterPause = <Result>(
  request: (signal: AbortSignal, queries: QueryClient) => Promise<Result>,
  pauseMs = 150,
) => ({
  queryFn: async ({ signal, client }: { signal: AbortSignal; client: QueryClient }) => {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    return request(signal, client)
  },
  retry: false,
})
