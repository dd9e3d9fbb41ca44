import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError, call } from '#platform/web/api-client.ts'
import { Spinner } from '#platform/web/spinner.tsx'
import { StaticPage } from '#platform/web/static-page.tsx'
import { endSession } from '../contract.ts'
import { messages } from '../messages.ts'
import { endRenewals } from './token-renewal.ts'

/** Ends the session in the browser, on the server and at the identity provider. `onLogout` clears browser data. */
export function Logout({ onLogout }: { onLogout: () => void }) {
  const [failed, setFailed] = useState(false)
  const logOut = useEffectEvent(async () => {
    setFailed(false)
    endRenewals()
    onLogout()
    ending ??= placeAfterwards().finally(() => {
      ending = undefined
    })
    const place = await ending
    if (place === undefined) setFailed(true)
    // Replaces this page, so that the back button does not log out again.
    else location.replace(place)
  })
  useEffect(() => {
    void logOut()
  }, [])

  if (!failed)
    return (
      <StaticPage title={messages.loggingOut}>
        <Spinner label={messages.loggingOut} />
      </StaticPage>
    )
  return (
    <StaticPage title={messages.errorOccurred}>
      <p role="alert">{messages.logoutFailed}</p>
      <Button onClick={() => location.reload()}>{messages.tryAgain}</Button>
    </StaticPage>
  )
}

let ending: Promise<string | undefined> | undefined

/**
 * The next URL of a logout: the end-session page of the identity provider, or the start page without a session;
 * undefined if the server was unreachable.
 */
async function placeAfterwards(): Promise<string | undefined> {
  try {
    return (await call(endSession, {})).redirect
  } catch (error) {
    return error instanceof ApiError && error.status === 401 ? '/' : undefined
  }
}
