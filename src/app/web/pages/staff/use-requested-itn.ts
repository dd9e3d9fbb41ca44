import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { z } from 'zod'
import { billFragment, findItn } from '#authorizations/web/list/use-bill-address.ts'
import { decisionDraftStore } from '#authorizations/web/review/decision-draft-storage.ts'
import { staffPrefix, tabStore } from '#platform/web/storage.ts'

/** The pages that open an authorization: for review, or with its history. */
export type AuthorizationPath = '/authorization' | '/authorization/decided'

/** The ITN of the authorization that a new tab opens; the history state of a new tab is empty. */
export const requestedItnStore = (owner: string) =>
  tabStore(`${staffPrefix}requestedItn`, z.string(), { owner })

/**
 * Returns the ITN of the authorization that this page opens, from the history state. Moves that of a new tab there, so a
 * reload does not open it again, and those of the address and of a decision that was not sent.
 */
export function useRequestedItn(owner: string, page: AuthorizationPath): string | undefined {
  const navigate = useNavigate()
  const { history } = useRouter()
  useEffect(() => {
    const store = requestedItnStore(owner)
    const isQueue = page === '/authorization'
    const addressed = isQueue ? findItn(history.location) : undefined
    const left = isQueue ? decisionDraftStore(owner).get()?.itn : undefined
    const openItn = store.get() ?? addressed ?? left
    if (openItn === undefined) return
    store.remove()
    void navigate({
      to: page,
      hash: billFragment(addressed),
      replace: true,
      state: ({ isOverList }) => ({ isOverList, openItn }),
    })
  }, [owner, page, navigate, history])
  return useRouterState({ select: ({ location }) => location.state.openItn })
}
