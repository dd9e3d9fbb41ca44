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
    ending ??= endServerSession().finally(() => {
      ending = undefined
    })
    const url = await ending
    if (url === undefined) setFailed(true)
    // Replaces this page, so that the back button does not log out again.
    else location.replace(url)
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
 * Ends the session on the server and returns the next URL: the end-session page of the identity provider, or the
 * start page if there is no session. Returns undefined if the logout failed.
 */
async function endServerSession(): Promise<string | undefined> {
  try {
    return (await call(endSession, {})).redirect
  } catch (error) {
    return error instanceof ApiError && error.status === 401 ? '/' : undefined
  }
}
