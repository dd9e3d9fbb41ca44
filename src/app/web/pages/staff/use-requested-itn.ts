import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { z } from 'zod'
import { decisionDraftStore } from '#authorizations/web/review/decision-draft-storage.ts'
import { staffPrefix, tabStore } from '#platform/web/storage.ts'

/** The pages that open an authorization: for review, or with its history. */
export type AuthorizationPath = '/authorization' | '/authorization/decided'

/** The ITN of the authorization that a new tab opens; the history state of a new tab is empty. */
export const requestedItnStore = (owner: string) =>
  tabStore(`${staffPrefix}requestedItn`, z.string(), { owner })

/**
 * Returns the ITN of the authorization that this page opens, from the history state. Moves that of a new tab there, so a
 * reload does not open it again, and that of a decision that was not sent.
 */
export function useRequestedItn(owner: string, page: AuthorizationPath): string | undefined {
  const navigate = useNavigate()
  useEffect(() => {
    const store = requestedItnStore(owner)
    const draft = page === '/authorization' ? decisionDraftStore(owner).get() : undefined
    const openItn = store.get() ?? draft?.itn
    if (openItn === undefined) return
    store.remove()
    void navigate({ to: page, replace: true, state: { openItn } })
  }, [owner, page, navigate])
  return useRouterState({ select: ({ location }) => location.state.openItn })
}
