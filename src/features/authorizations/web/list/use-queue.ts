import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useEffect, useEffectEvent } from 'react'
import type { z } from 'zod'
import { call } from '#platform/web/api-client.ts'
import { backgroundQuery } from '#platform/web/background-query.ts'
import {
  decisionsKey,
  leaseAuthorization,
  type QueueStatus,
  queueCountKey,
  queueQueryKey,
  queueStatusKey,
  readQueue,
} from '../../queue-contract.ts'
import { leaseSeconds } from '../../rules.ts'
import { loadPending, mergePending, type Pending } from '../pending-query.ts'

const pollMs = 20_000

/** The names of the people who have a bill open now, by ITN. */
export const Reviewing = createContext<ReadonlyMap<string, readonly string[]>>(new Map())

/** The amounts by currency above which approvals need a second person, by client code. */
export const SecondPersonLimits = createContext<Pending['secondPersonAbove']>({})

type QueueOptions = {
  /** The cached list. */
  queryKey: QueryKey
  data: Pending | undefined
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
        const since = queries.getQueryData<Pending>(queryKey)?.version
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
        const replaced = queries.getQueryData<Pending>(queryKey)
        const answer = await loadPending({ clients: codes, isReload: true, since: replaced?.version }, signal)
        return { replaced, list: replaced ? mergePending(replaced, answer) : answer }
      },
    }),
    enabled: data !== undefined && since === data.version && version !== since,
    // `replaced` has to stay the object in the cache.
    structuralSharing: false,
    gcTime: 0,
  })
  useEffect(() => {
    const { replaced, list } = fresh.data ?? {}
    // A decision that was saved during the request has already changed the list.
    if (list && queries.getQueryData<Pending>(queryKey) === replaced)
      queries.setQueryData<Pending>(queryKey, list)
  })
  return status.data?.reviewing
}

type BillLeaseProps = {
  /** The open bill. */
  itn: string
  /** Whether the session can send requests in the background. */
  hasLiveToken: () => boolean
  /** Whether a decision on the bill is being saved. */
  isSaving: () => boolean
  /** Called with the names of the others who have the bill open, too. */
  onOthers: (others: OthersReviewing) => void
}

export type OthersReviewing = { itn: string; names: readonly string[] }

/**
 * Tells others that a bill is open, as long as it is mounted and the tab is visible. A component of its own, so that its
 * requests render nothing else. The lease ends while a decision on the bill is saved, since a renewal that reached the
 * server after it would fail, and begins again if the decision is rejected.
 */
export function BillLease({ itn, hasLiveToken, isSaving, onOthers }: BillLeaseProps): null {
  const { mutate } = useMutation({
    mutationFn: ({ signal, ...lease }: Lease) => call(leaseAuthorization, lease, signal),
    onSuccess: ({ others: names }, { itn }) => onOthers({ itn, names }),
  })
  const send = useEffectEvent((lease: Lease) => {
    if (hasLiveToken()) mutate(lease)
  })
  const isSavingNow = useEffectEvent(isSaving)
  const cache = useQueryClient().getMutationCache()
  useEffect(() => {
    const begin = () => {
      const closing = new AbortController()
      const renew = () => {
        if (document.visibilityState === 'visible') send({ itn, isOpen: true, signal: closing.signal })
      }
      renew()
      const timer = setInterval(renew, (leaseSeconds * 1000) / 3)
      return () => {
        clearInterval(timer)
        closing.abort()
        // If this fails, the lease ends by itself.
        send({ itn, isOpen: false })
      }
    }
    let end = isSavingNow() ? undefined : begin()
    const stop = () => {
      end?.()
      end = undefined
    }
    const unsubscribe = cache.subscribe((event) => {
      if (event.type !== 'updated' || event.mutation.options.mutationKey?.[0] !== decisionsKey) return
      // After the request of the decision has left.
      if (event.action.type === 'pending') setTimeout(() => isSavingNow() && stop())
      if (event.action.type === 'error' && !isSavingNow()) end ??= begin()
    })
    return () => {
      unsubscribe()
      stop()
    }
  }, [itn, cache])
  return null
}

type Lease = z.input<typeof leaseAuthorization.request> & { signal?: AbortSignal }
