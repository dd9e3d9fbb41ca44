import { useQuery } from '@tanstack/react-query'
import {
  currentClient,
  loadCurrentConfiguration,
  useConfiguration,
} from '#clients/web/configuration-store.ts'
import { storedToken } from '#sign-in/web/session-store.ts'

/** The person and clients of a search, once the configuration has loaded. */
export function useSearchClients() {
  const kept = useConfiguration()
  const viewed = currentClient()
  const id = viewed?.id ?? ''
  const asked = useQuery({
    queryKey: ['client-configuration', id],
    queryFn: viewed && (() => loadCurrentConfiguration(viewed)),
    enabled: viewed !== undefined && kept === undefined,
  })
  const configuration = kept ?? asked.data
  const clients =
    configuration && Object.entries(configuration.clientCodes).map(([code, name]) => ({ code, name }))
  const isFailed = asked.isError && !asked.isFetching
  return {
    configuration,
    owner: `${storedToken()?.name} ${id}`,
    offer: { clients, isFailed, retry: () => void asked.refetch() },
  }
}
