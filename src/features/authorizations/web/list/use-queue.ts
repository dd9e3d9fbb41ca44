import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useEffect } from 'react'
import { call } from '#platform/web/api-client.ts'
import { backgroundQuery } from '#platform/web/background-query.ts'
import {
  type QueueStatus,
  queueCountKey,
  queueQueryKey,
  queueStatusKey,
  readQueue,
} from '../../queue-contract.ts'
import { loadPending, mergePending, type PendingBills } from '../pending-query.ts'

const pollMs = 20_000

/** The names of the people who have a bill open now, by ITN. */
export const Reviewing = createContext<ReadonlyMap<string, readonly string[]>>(new Map())

type QueueOptions = {
  /** The cached list. */
  queryKey: QueryKey
  data: PendingBills | undefined
  /** The codes of the clients in the list; undefined without a list. */
  clients: readonly string[] | undefined
  /** Whether the session can send requests. Polling must not renew it. */
  hasLiveToken: () => boolean
}

/**
 * Polls for changes while the tab is visible, brings the cached list up to date when its bills have changed, and updates
 * the number in the menu. Returns who has bills open.
 */
export function useQueue({ queryKey, data, clients, hasLiveToken }: QueueOptions) {
  const queries = useQueryClient()
  const codes = clients ? [...clients] : []
  const polling = { canLoad: hasLiveToken, pollMs }
  const status = useQuery({
    ...backgroundQuery({
      ...polling,
      queryKey: [...queueStatusKey, codes],
      load: async (signal) => {
        const since = queries.getQueryData<PendingBills>(queryKey)?.version
        const found = await call(readQueue, { clients: codes, since }, signal)
        queries.setQueriesData<QueueStatus>({ queryKey: queueCountKey, type: 'active' }, found)
        return { ...found, since }
      },
    }),
    enabled: data !== undefined && codes.length > 0,
    staleTime: 5_000,
    gcTime: 0,
  })
  const { version, since } = status.data ?? {}
  const fresh = useQuery({
    // Polls, so that it loads again after a failure, and after a list that came too late.
    ...backgroundQuery({
      ...polling,
      queryKey: [queueQueryKey, 'list', codes, version],
      load: async (signal) => {
        const replaced = queries.getQueryData<PendingBills>(queryKey)
        const response = await loadPending(
          { clients: codes, isReload: true, since: replaced?.version },
          signal,
        )
        return { replaced, list: replaced ? mergePending(replaced, response) : response }
      },
    }),
    // The status compared the list that is cached, and found a newer version.
    enabled: data !== undefined && since === data.version && version !== since,
    // `replaced` has to stay the object in the cache.
    structuralSharing: false,
    gcTime: 0,
  })
  useEffect(() => {
    const { replaced, list } = fresh.data ?? {}
    // A decision that was saved during the request has already changed the list.
    if (list && queries.getQueryData<PendingBills>(queryKey) === replaced)
      queries.setQueryData<PendingBills>(queryKey, list)
  })
  return status.data?.reviewing
}
