import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { Spinner } from '#platform/web/content-states.tsx'
import { ErrorStatePage, StaticPage } from '#platform/web/static-page.tsx'
import { signInFailure } from '../contract.ts'
import { messages } from '../messages.ts'
import { safeReturnPath, signInPath, withoutFragment } from '../rules.ts'
import { returnPathStore } from './return-path-storage.ts'
import { type Renewal, storedToken } from './session-store.ts'
import { fetchFirstToken, renew } from './token-renewal.ts'

type AuthenticationProps = {
  /** The page to open next, from the URL; if undefined, the stored page to return to. */
  returnTo: string | undefined
  /** Whether the person comes from the identity provider, so a session must exist. */
  isFresh: boolean
  onSignedIn: (path: string) => void
}

/**
 * Fetches the portal token for the current session; without a session, redirects to the identity provider. The
 * redirect replaces this page, so that the back button does not start another sign-in.
 */
export function Authentication({ returnTo, isFresh, onSignedIn }: AuthenticationProps) {
  const [failure, setFailure] = useState<Renewal>()
  const path = findReturnPath(returnTo)
  const fetchToken = useEffectEvent(async (isUnmounted: () => boolean) => {
    // A browser without a stored token rarely has a session: skip a request that would be rejected.
    const renewal = isFresh ? await fetchFirstToken() : storedToken() ? await renew() : 'interaction_required'
    if (isUnmounted()) return
    if (renewal === 'renewed' || renewal === 'logged_out') {
      returnPathStore.remove()
      onSignedIn(renewal === 'renewed' ? path : '/')
    } else if (renewal === 'away' || isFresh) setFailure(renewal)
    else redirectToSignIn(path, 'replace')
  })
  useEffect(() => {
    let isUnmounted = false
    void fetchToken(() => isUnmounted)
    return () => {
      isUnmounted = true
    }
  }, [])

  if (!failure)
    return (
      <StaticPage title={messages.inProgress}>
        <Spinner label={messages.inProgress} />
      </StaticPage>
    )
  const isAway = failure === 'away'
  return (
    <StaticPage title={messages.tokenFailed}>
      <p role="alert">{isAway ? messages.awayAdvice : messages.cookieAdvice}</p>
      <Button onClick={() => (isAway ? location.reload() : redirectToSignIn(path, 'replace'))}>
        {messages.tryAgain}
      </Button>
    </StaticPage>
  )
}

/** The path to open after sign-in: the one from the URL, with the fragment that this tab has kept, or else the kept one. */
function findReturnPath(returnTo: string | undefined): string {
  const kept = safeReturnPath(returnPathStore.get())
  const asked = safeReturnPath(returnTo ?? kept)
  return withoutFragment(kept) === asked ? kept : asked
}

/**
 * Redirects to the identity provider, which returns to this path of the portal. Keeps the path, with its fragment. `signIn`
 * makes the URL of another sign-in, such as one that proves more.
 */
export function redirectToSignIn(path: string, method: 'assign' | 'replace' = 'assign', signIn = signInPath) {
  returnPathStore.set(path)
  location[method](signIn(path))
}

type SignInFailedProps = {
  /** The reason from the URL, which can be any text. */
  reason: string | undefined
  reference: string | undefined
  onTryAgain: () => void
}

/** Explains why a sign-in failed and what to do. */
export function SignInFailed({ reason, reference, onTryAgain }: SignInFailedProps) {
  const [sentence, advice] = messages.refused[signInFailure.catch('failed').parse(reason)]
  return (
    <ErrorStatePage title={messages.errorOccurred}>
      <p>
        {sentence} {advice}
      </p>
      <Button onClick={onTryAgain}>{messages.portalLogin}</Button>
      {reference && /^[\w-]{1,64}$/.test(reference) && <p>{messages.reference(reference)}</p>}
    </ErrorStatePage>
  )
}
