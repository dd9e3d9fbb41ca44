import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { Spinner } from '#platform/web/spinner.tsx'
import { PlainPage } from '#platform/web/static-page.tsx'
import { messages } from '../messages.ts'
import { ownPath } from '../rules.ts'
import { forgetReturn, rememberedReturn, rememberReturn } from './return-to.ts'
import { fetchFirstToken, type Renewal, renew } from './token-renewal.ts'
import { keptToken } from './token-store.ts'

type Arriving = {
  /** Where to go on, as the address says; without it, where the person wanted to go before. */
  returnTo: string | undefined
  /** Whether the person comes from the identity provider: then there must be a session. */
  isFresh: boolean
  onSignedIn: (path: string) => void
}

/**
 * Fetches the portal's token: with the session that there is, or else by way of the identity provider. That takes
 * this page's place: who comes back from there with the browser's button does not leave for it once more.
 */
export function Authentication({ returnTo, isFresh, onSignedIn }: Arriving) {
  const [failure, setFailure] = useState<Renewal>()
  const path = ownPath(returnTo ?? rememberedReturn())
  const arrive = useEffectEvent(async (isGone: () => boolean) => {
    // A browser that keeps no token has hardly a session: nothing is asked that would only be refused.
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
      <PlainPage title={messages.inProgress}>
        <Spinner label={messages.inProgress} />
      </PlainPage>
    )
  const isAway = failure === 'away'
  return (
    <PlainPage title={messages.tokenFailed}>
      <p role="alert">{isAway ? messages.awayAdvice : messages.cookieAdvice}</p>
      <Button onClick={() => (isAway ? location.reload() : location.replace(signInAddress(path)))}>
        {messages.tryAgain}
      </Button>
    </PlainPage>
  )
}

/** Leaves the page for the identity provider; the way back leads to a path of ours, however it is found. */
export function signInAt(path: string) {
  rememberReturn(path)
  location.assign(signInAddress(path))
}

const signInAddress = (path: string) => `/auth/sign-in?returnTo=${encodeURIComponent(path)}`
