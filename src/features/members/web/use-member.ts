import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError, call } from '#platform/web/api-client.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { useIsStored } from '#platform/web/storage.ts'
import { logMemberOut, showMemberPage } from '../contract.ts'
import { messages } from '../messages.ts'
import { memberStore } from './member-store.ts'

/** The query key of the member page. */
export const memberPageKey = ['member-page']

/**
 * The current member data, fetched on every visit. When the session ends here, on the server or in another tab,
 * redirects to the login.
 */
export function useMember() {
  const navigate = useNavigate()
  const isLoggedIn = useIsStored(memberStore)
  const query = useQuery({
    queryKey: memberPageKey,
    queryFn: ({ signal }) => call(showMemberPage, {}, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
  })
  const { data: record, error } = query
  const hasEnded = error instanceof ApiError && error.status === 401
  useEffect(() => {
    if (hasEnded) memberStore.remove()
    else if (record && memberStore.has()) memberStore.set(record)
  }, [hasEnded, record])
  useEffect(() => {
    if (isLoggedIn) return
    const memberLeft = hasEnded ? 'ended' : 'logged out'
    void navigate({ to: '/client-member-page/login', replace: true, state: { memberLeft } })
  }, [isLoggedIn, hasEnded, navigate])
  return {
    record: isLoggedIn && !hasEnded ? record : undefined,
    query: { ...query, isError: query.isError && !hasEnded },
  }
}

/** Logs the member out in every tab immediately, then on the server. */
export const useMemberLogout = () =>
  useMutation({
    mutationFn: () => call(logMemberOut, {}),
    onMutate: () => memberStore.remove(),
    onError: () => showError(messages.logoutFailed),
  })
