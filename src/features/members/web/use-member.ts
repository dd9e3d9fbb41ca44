import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { CallFailed, call } from '#platform/web/api-client.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { logMemberOut, showMemberPage } from '../contract.ts'
import { messages } from '../messages.ts'
import { forgetMember, hasMember, keepMember, onMember } from './member-store.ts'

/** Under which the page keeps what it was answered. */
export const memberPageKey = ['member-page']

/**
 * What the member sees, as the server has it now, asked each time somebody comes to the page. When the session is over,
 * here, on the server or in another tab, the page makes way for the login.
 */
export function useMember() {
  const navigate = useNavigate()
  const isKept = useSyncExternalStore(onMember, hasMember)
  const asked = useQuery({
    queryKey: memberPageKey,
    queryFn: ({ signal }) => call(showMemberPage, {}, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
  })
  const { data: record, error } = asked
  const hasEnded = error instanceof CallFailed && error.status === 401
  useEffect(() => {
    if (hasEnded) forgetMember()
    else if (record && hasMember()) keepMember(record)
  }, [hasEnded, record])
  useEffect(() => {
    if (isKept) return
    const memberLeft = hasEnded ? 'ended' : 'logged out'
    void navigate({ to: '/client-member-page/login', replace: true, state: { memberLeft } })
  }, [isKept, hasEnded, navigate])
  return {
    record: isKept && !hasEnded ? record : undefined,
    asked: { ...asked, isError: asked.isError && !hasEnded },
  }
}

/** Logs the member out: here and in every tab at once, then on the server. */
export async function logOut() {
  forgetMember()
  try {
    await call(logMemberOut, {})
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    showError(messages.logoutUntold)
  }
}
