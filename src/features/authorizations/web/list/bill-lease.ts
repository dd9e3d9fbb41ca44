import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { z } from 'zod'
import { call } from '#platform/web/api-client.ts'
import { decisionsKey, leaseAuthorization } from '../../queue-contract.ts'
import { leaseSeconds } from '../../rules.ts'

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
 * requests render nothing else. The lease ends while a decision on the bill is saved, since the bill is then no
 * longer pending, and begins again if the decision is rejected.
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
