import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { Spinner } from '#platform/web/spinner.tsx'
import { StaticPage } from '#platform/web/static-page.tsx'
import { messages } from '../messages.ts'
import { ownPath } from '../rules.ts'
import { forgetReturn, rememberedReturn, rememberReturn } from './return-to.ts'
import { fetchFirstToken, type Renewal, renew } from './token-renewal.ts'
import { keptToken } from './token-store.ts'

type Arriving = {
  /** The next page from the URL; without it, the stored page to return to. */
  returnTo: string | undefined
  /** Whether the person comes from the identity provider, so a session must exist. */
  isFresh: boolean
  onSignedIn: (path: string) => void
}

/**
 * Fetches the portal token with the current session, or through the identity provider. That replaces this page, so
 * the back button does not start another sign-in.
 */
export function Authentication({ returnTo, isFresh, onSignedIn }: Arriving) {
  const [failure, setFailure] = useState<Renewal>()
  const path = ownPath(returnTo ?? rememberedReturn())
  const arrive = useEffectEvent(async (isGone: () => boolean) => {
    // A browser without a stored token rarely has a session: skip a request that would be rejected.
    const renewal = isFresh ? await fetchFirstToken() : keptToken() ? await renew() : 'interaction_required'
    if (isGone()) return
    if (renewal === 'renewed') {
      forgetReturn()
      onSignedIn(path)
    } else if (renewal === 'logged_out') onSignedIn('/')
    else if (renewal === 'away' || isFresh) setFailure(renewal)
    else location.replace(signInAddress(path))
  })
  useEffect(() => {
    let isGone = false
    void arrive(() => isGone)
    return () => {
      isGone = true
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
      <Button onClick={() => (isAway ? location.reload() : location.replace(signInAddress(path)))}>
        {messages.tryAgain}
      </Button>
    </StaticPage>
  )
}

/** Goes to the identity provider; the callback returns to a path of the portal. */
export function signInAt(path: string) {
  rememberReturn(path)
  location.assign(signInAddress(path))
}

const signInAddress = (path: string) => `/auth/sign-in?returnTo=${encodeURIComponent(path)}`
