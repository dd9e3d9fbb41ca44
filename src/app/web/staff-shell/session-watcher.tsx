import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type AnyRouteMatch, useMatches, useRouter } from '@tanstack/react-router'
import { useSelector } from '@tanstack/react-store'
import { useEffect, useEffectEvent } from 'react'
import {
  cachedConfiguration,
  currentClientStore,
  isInternalStaff,
  isInternalStore,
  lastClientStore,
  removePerson,
} from '#clients/web/configuration-store.ts'
import { setTitleSubject } from '#platform/web/static-page.tsx'
import {
  draftPrefix,
  removeTabValues,
  staffPrefix,
  useStored,
  useStoredValue,
} from '#platform/web/storage.ts'
import type { SessionEnd } from '#sign-in/contract.ts'
import { redirectToSignIn } from '#sign-in/web/authentication.tsx'
import { returnPathStore } from '#sign-in/web/return-path-storage.ts'
import { isSessionExpired, sessionStore, storedToken, updateSession } from '#sign-in/web/session-store.ts'
import { startSessionTimer } from '#sign-in/web/session-timer.ts'
import { SessionWarning } from '#sign-in/web/session-warning.tsx'
import { tokenStore } from '#sign-in/web/token-store.ts'
import { findSecureSearch } from './route-guards.ts'

/**
 * Manages the session of this page: renews it, warns before its end and follows other tabs. Names the client in titles.
 */
export function SessionWatcher() {
  useClientInTitles()
  const router = useRouter()
  const { endSession, followClient } = useLeaving()
  const onEnd = useEffectEvent(endSession)
  const onTokenChange = useEffectEvent(() => {
    if (!storedToken()) void endSession(isSessionExpired() ? 'session_expired' : 'elsewhere')
  })
  const onClientChange = useEffectEvent(() => {
    if (storedToken() && !isInternalStaff()) void followClient()
  })
  useEffect(() => {
    // Another tab may have logged out while this page was loading.
    if (!storedToken()) void onEnd('elsewhere')
    const stops = [
      startSessionTimer(),
      tokenStore.subscribe(() => onTokenChange(), { onlyOtherTabs: true }),
      lastClientStore.subscribe(() => onClientChange(), { onlyOtherTabs: true }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  const endReason = useSelector(sessionStore, (session) => session.endReason)
  useEffect(() => {
    if (!endReason) return
    updateSession({ endReason: undefined })
    void onEnd(endReason)
  }, [endReason])
  return (
    <SessionWarning
      onMaxLifetime={() => redirectToSignIn(router.state.location.href)}
      onLogout={() => void router.navigate({ to: '/logout' })}
    />
  )
}

/** Names the client in the titles of the pages of internal staff, who can have two clients in two tabs. */
function useClientInTitles() {
  const queries = useQueryClient()
  const [isInternal] = useStored(isInternalStore, false)
  const client = useStoredValue(currentClientStore)
  const isProtected = useMatches({ select: (matches) => isProtectedPage(matches, queries) })
  const subject = (isInternal && isProtected && client?.label) || ''
  useEffect(() => setTitleSubject(subject), [subject])
}

type PageMatch = Pick<AnyRouteMatch, 'staticData' | 'params'>

/** Whether the page is only for staff: one of theirs or a secure search of their client. */
const isProtectedPage = (matches: readonly PageMatch[], queries: QueryClient) =>
  matches.some(
    ({ staticData, params: { searchKey } }) =>
      staticData?.isForStaff ||
      (searchKey && findSecureSearch(cachedConfiguration(queries), { key: searchKey }) !== undefined),
  )

/** Handles the end of the session, and a changed client of client staff; internal staff have one client per tab. */
function useLeaving() {
  const router = useRouter()
  const queries = useQueryClient()

  const isProtected = () => isProtectedPage(router.state.matches, queries)

  const endSession = async (reason: SessionEnd | 'elsewhere') => {
    const wasProtected = isProtected()
    const { href } = router.state.location
    tokenStore.remove()
    updateSession({ endsAt: undefined })
    if (reason === 'interaction_required' && wasProtected) return redirectToSignIn(href)
    const isExpired = reason === 'session_expired'
    if (wasProtected && isExpired) returnPathStore.set(href)
    if (wasProtected) await router.navigate({ to: '/', state: { isExpired } })
    removePerson()
    removeTabValues(staffPrefix, draftPrefix)
    queries.removeQueries({ type: 'inactive' })
    // Saved decisions name patients. Requests in progress go on, but leave nothing here.
    queries.getMutationCache().clear()
  }

  const followClient = async () => {
    if (isProtected()) await router.navigate({ to: '/home' })
    queries.removeQueries({ type: 'inactive' })
  }
  return { endSession, followClient }
}
