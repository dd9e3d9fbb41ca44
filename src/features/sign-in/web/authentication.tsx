import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { Spinner } from '#platform/web/content-states.tsx'
import { ErrorStatePage, StaticPage } from '#platform/web/static-page.tsx'
import { signInFailure } from '../contract.ts'
import { messages } from '../messages.ts'
import { safeReturnPath } from '../rules.ts'
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
  const path = safeReturnPath(returnTo ?? returnPathStore.get())
  const fetchToken = useEffectEvent(async (isUnmounted: () => boolean) => {
    // A browser without a stored token rarely has a session: skip a request that would be rejected.
    const renewal = isFresh ? await fetchFirstToken() : storedToken() ? await renew() : 'interaction_required'
    if (isUnmounted()) return
    if (renewal === 'renewed') {
      returnPathStore.remove()
      onSignedIn(path)
    } else if (renewal === 'logged_out') onSignedIn('/')
    else if (renewal === 'away' || isFresh) setFailure(renewal)
    else location.replace(signInUrl(path))
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
      <Button onClick={() => (isAway ? location.reload() : location.replace(signInUrl(path)))}>
        {messages.tryAgain}
      </Button>
    </StaticPage>
  )
}

/** Redirects to the identity provider, which returns to this path of the portal. */
export function redirectToSignIn(path: string) {
  returnPathStore.set(path)
  location.assign(signInUrl(path))
}

const signInUrl = (path: string) => `/auth/sign-in?returnTo=${encodeURIComponent(path)}`

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
