import { type QueryClient, useMutationState, useQueryClient } from '@tanstack/react-query'
import { type AnyRouteMatch, useMatches, useRouter, useRouterState } from '@tanstack/react-router'
import { useSelector } from '@tanstack/react-store'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { decisionsKey } from '#authorizations/queue-contract.ts'
import {
  cachedConfiguration,
  currentClientStore,
  isInternalStaff,
  isInternalStore,
  lastClientStore,
  removeClientQueries,
  removePerson,
  tabClientStore,
  tabOwner,
} from '#clients/web/configuration-store.ts'
import { draftPrefix } from '#platform/web/drafts/draft-deadline.ts'
import { expireDrafts } from '#platform/web/drafts/draft-storage.ts'
import { dismissError } from '#platform/web/error-notice.tsx'
import { setTitleSubject } from '#platform/web/static-page.tsx'
import {
  removeTabValues,
  staffPrefix,
  tabDraftPrefix,
  useStored,
  useStoredValue,
} from '#platform/web/storage.ts'
import type { SessionEnd } from '#sign-in/contract.ts'
import { redirectToSignIn } from '#sign-in/web/authentication.tsx'
import { readingPaused } from '#sign-in/web/reading-limit-store.ts'
import { returnPathStore } from '#sign-in/web/return-path-storage.ts'
import { isSessionExpired, sessionStore, storedToken, updateSession } from '#sign-in/web/session-store.ts'
import { startSessionTimer } from '#sign-in/web/session-timer.ts'
import { SessionWarning } from '#sign-in/web/session-warning.tsx'
import { subscribeToLogout } from '#sign-in/web/token-renewal.ts'
import { tokenStore } from '#sign-in/web/token-store.ts'
import { findSecureSearch, returnClientStore } from './route-guards.ts'
import { useLogout } from './use-logout.tsx'

/**
 * Manages the session of this page: renews it, warns before its end and follows other tabs. Names the client in titles,
 * and shows the decisions just saved.
 */
export function SessionWatcher() {
  useClientInTitles()
  const router = useRouter()
  const { endSession, followClient } = useLeaving()
  const onEnd = useEffectEvent(endSession)
  const onTokenChange = useEffectEvent(() => {
    if (!storedToken()) void endSession(isSessionExpired() ? 'session_expired' : 'elsewhere')
  })
  const knownClient = useRef(lastClientStore.get()?.id)
  const onClientChange = useEffectEvent(() => {
    const [known, id] = [knownClient.current, lastClientStore.get()?.id]
    // A sign-in in another tab stores the same client again, and then its name; after one in this tab, the other tabs
    // can store the client first.
    const isAnother = known !== undefined && id !== undefined && id !== known
    if (isAnother && storedToken() && !isInternalStaff()) void followClient()
  })
  useEffect(() => {
    const endIfMissing = () => {
      if (!storedToken()) void onEnd('missing')
    }
    // Another tab may have logged out while this page was loading, or this tab is about to sign in again.
    endIfMissing()
    // Back can show this page as it was left, and it has missed the events of other tabs since then.
    addEventListener('pageshow', endIfMissing)
    const stops = [
      () => removeEventListener('pageshow', endIfMissing),
      startSessionTimer(),
      subscribeToLogout(() => {
        returnPathStore.remove()
        removeTabValues(draftPrefix)
      }),
      tokenStore.subscribe(() => onTokenChange(), { onlyOtherTabs: true }),
      lastClientStore.subscribe(() => onClientChange(), { onlyOtherTabs: true }),
      lastClientStore.subscribe(() => {
        knownClient.current = lastClientStore.get()?.id ?? knownClient.current
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  const logout = useLogout()
  const endReason = useSelector(sessionStore, (session) => session.endReason)
  useEffect(() => {
    if (!endReason) return
    updateSession({ endReason: undefined })
    void onEnd(endReason)
  }, [endReason])
  return (
    <>
      <SessionWarning
        onMaxLifetime={() => redirectToSignIn(router.state.location.href)}
        onLogout={() => void (logout.ask() || router.navigate({ to: '/logout' }))}
      />
      {logout.question}
      <SavedDecisions />
      <ReadingLimit />
    </>
  )
}

const DecisionToasts = lazy(async () => {
  const { DecisionToastsElsewhere } = await import('#authorizations/web/review/decision-toasts.tsx')
  return { default: DecisionToastsElsewhere }
})

const ReadingLimitDialog = lazy(async () => {
  const { ReadingLimitDialog } = await import('#sign-in/web/reading-limit-dialog.tsx')
  return { default: ReadingLimitDialog }
})

/** The question to a person who exceeded the reading limit. It stays for its closing transition. */
function ReadingLimit() {
  const isPaused = useSelector(readingPaused)
  const [isUsed, setUsed] = useState(isPaused)
  if (isPaused && !isUsed) setUsed(true)
  return (
    isUsed && (
      <Suspense>
        <ReadingLimitDialog />
      </Suspense>
    )
  )
}

/** The decisions that the person has just saved, on every page but the one that shows them itself. */
function SavedDecisions() {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const filters = { mutationKey: [decisionsKey], status: 'success' } as const
  const hasDecided = useMutationState({ filters }).length > 0
  useStoredValue(currentClientStore)
  const owner = tabOwner()
  // The message of an undo outlasts its decision.
  const [isUsed, setUsed] = useState(hasDecided)
  if (hasDecided && !isUsed) setUsed(true)
  if (!isUsed || path === '/authorization') return null
  return (
    <Suspense>
      <DecisionToasts key={owner} owner={owner} />
    </Suspense>
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

type PageMatch = Pick<AnyRouteMatch, 'staticData' | 'loaderData' | 'params'>

/**
 * Whether the page is only for staff: one of theirs or a secure search of their client. A logout in another tab has
 * already removed the configuration, so the page keeps how it was loaded.
 */
const isProtectedPage = (matches: readonly PageMatch[], queries: QueryClient) =>
  matches.some(
    ({ staticData, loaderData, params: { searchKey } }) =>
      staticData?.isForStaff ||
      loaderData?.isForStaff ||
      (searchKey && findSecureSearch(cachedConfiguration(queries), { key: searchKey }) !== undefined),
  )

/** Handles the end of the session, and a changed client of client staff; internal staff have one client per tab. */
function useLeaving() {
  const router = useRouter()
  const queries = useQueryClient()

  const isProtected = () => isProtectedPage(router.state.matches, queries)

  const endSession = async (reason: SessionEnd | 'elsewhere' | 'missing') => {
    const wasProtected = isProtected()
    const { href } = router.state.location
    const viewed = tabClientStore.get()
    const isExpired = reason === 'session_expired'
    tokenStore.remove()
    updateSession({ endsAt: undefined })
    if (viewed && reason !== 'elsewhere' && reason !== 'missing')
      returnClientStore(viewed.person).set(viewed.client)
    // Only a logout removes drafts. Other tabs see in storage that the session ended, but not why.
    expireDrafts(tokenStore.has, reason !== 'missing')
    if (reason === 'interaction_required' && wasProtected) return redirectToSignIn(href)
    if (wasProtected && isExpired) returnPathStore.set(href)
    if (wasProtected) {
      await router.navigate({ to: '/', state: { isExpired } })
      // The notice on the start page says more than the errors of requests that needed the session.
      dismissError()
    }
    // Someone may have signed in again in the meantime, in this tab or another one.
    if (!storedToken()) removePerson()
    removeTabValues(staffPrefix, tabDraftPrefix)
    queries.removeQueries({ type: 'inactive' })
    // Saved decisions name patients. Requests in progress go on, but leave nothing here.
    queries.getMutationCache().clear()
  }

  const followClient = async () => {
    if (isProtected()) await router.navigate({ to: '/home' })
    removeClientQueries(queries, 'inactive')
  }
  return { endSession, followClient }
}
