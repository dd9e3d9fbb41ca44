import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { z } from 'zod'
import { carriedPlaceKey } from '#geography/contract.ts'
import { ApiError, call } from '#platform/web/api-client.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { useIsStored } from '#platform/web/storage.ts'
import { findIdCard, logMemberOut, memberRecord, readIdCard, showMemberPage } from '../contract.ts'
import { memberStore } from './member-store.ts'
import { useTexts } from './use-texts.ts'

/** The query key of the member page. */
export const memberPageKey = ['member-page']

const shownCardKey = ['member-card']

/** The card that the session shows, if any, fetched on every visit. */
export const useShownCard = () =>
  useQuery({
    queryKey: shownCardKey,
    queryFn: ({ signal }) => call(readIdCard, {}, signal),
    staleTime: 0,
    gcTime: 0,
    // The member page checks the session then. Each read of a card leaves an audit entry.
    refetchOnWindowFocus: false,
  })

type TypedCard = z.input<typeof findIdCard.request>

/** Finds the card of a policy, which the session shows from then on. */
export function useFindCard(onFound: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (typed: TypedCard) => untilLogout((signal) => call(findIdCard, typed, signal)),
    onMutate: () => queries.cancelQueries({ queryKey: shownCardKey }),
    onSuccess: (found) => {
      // The logout may come between the response and this call.
      if (!memberStore.has()) return
      queries.setQueryData(shownCardKey, found)
      onFound()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401)
        void queries.invalidateQueries({ queryKey: memberPageKey })
    },
  })
}

/** Ends a request at the logout: a card that arrives later must not be shown to the next member. */
async function untilLogout<Result>(request: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const ending = new AbortController()
  const stop = memberStore.subscribe(() => {
    if (!memberStore.has()) ending.abort()
  })
  try {
    return await request(ending.signal)
  } finally {
    stop()
  }
}

/**
 * The current member data, fetched on every visit. When the session ends here, on the server or in another tab,
 * redirects to the login.
 */
export function useMember() {
  const navigate = useNavigate()
  const isLoggedIn = useIsStored(memberStore)
  const { language } = useTexts()
  const query = useQuery({
    queryKey: [...memberPageKey, language],
    queryFn: ({ signal }) => call(showMemberPage, { language }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
  })
  const { data: record, error } = query
  const hasEnded = error instanceof ApiError && error.status === 401
  useEffect(() => {
    if (hasEnded) memberStore.remove()
    else if (record && memberStore.has()) memberStore.set(memberRecord.parse(record))
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
export function useMemberLogout() {
  const { text } = useTexts()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(logMemberOut, {}),
    onMutate: () => {
      memberStore.remove()
      queries.setQueryData(carriedPlaceKey, '')
    },
    onError: () => showError(text.logoutFailed),
  })
}
