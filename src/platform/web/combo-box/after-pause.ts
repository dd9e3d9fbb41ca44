import type { QueryClient } from '@tanstack/react-query'

/**
 * Options of a query for a text that is being typed, which its key has: it waits for a pause in typing, then calls. Another
 * letter cancels both.
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
