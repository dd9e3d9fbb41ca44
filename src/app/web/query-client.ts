import { QueryClient } from '@tanstack/react-query'
import { CallFailed } from '#platform/web/api-client.ts'

const minute = 60_000

/** Whether a failed call is worth another try: once, and only if no answer came at all. */
export function deservesAnotherTry(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof CallFailed && error.status === 0
}

/**
 * What was fetched counts for five minutes, but what is in a case until one looks again: meanwhile somebody may have
 * added to it. A call is tried without a connection too, so that it fails in words.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: deservesAnotherTry,
      retryDelay: 500,
      staleTime: 5 * minute,
      refetchOnWindowFocus: false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
queryClient.setQueryDefaults(['case'], { staleTime: 0 })
