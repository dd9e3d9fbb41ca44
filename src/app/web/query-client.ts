import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#platform/web/api-client.ts'

const minute = 60_000

/** Whether to retry a failed request: once, and only without a response. */
export function shouldRetry(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && error.status === 0
}

/**
 * Data is fresh for five minutes, except case data, which others may change at any time. Requests run even offline,
 * so that they fail with a message.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: shouldRetry,
      retryDelay: 500,
      staleTime: 5 * minute,
      refetchOnWindowFocus: false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** How long a page waits for its first data, in ms, before it shows its skeleton. */
export const skeletonDelayMs = 1000
