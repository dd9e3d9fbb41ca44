import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { configurationQuery, currentClient, tabOwner } from '#clients/web/configuration-store.ts'

/** The person and clients of a search, once the configuration has loaded. */
export function useSearchClients() {
  // A case of another client opens below the same layout. The page before keeps its client until then.
  useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.state.__TSR_key })
  const id = currentClient()?.id ?? ''
  const query = useQuery({ ...configurationQuery(id), enabled: id !== '' })
  const { data: configuration } = query
  const clients =
    configuration && Object.entries(configuration.clientCodes).map(([code, name]) => ({ code, name }))
  const isFailed = !configuration && query.isError && !query.isFetching
  return {
    configuration,
    owner: tabOwner(),
    offer: { clients, isFailed, retry: () => void query.refetch() },
  }
}
