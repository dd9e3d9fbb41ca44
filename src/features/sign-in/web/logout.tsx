import { Button } from '@mantine/core'
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { ApiError, call } from '#platform/web/api-client.ts'
import { Spinner } from '#platform/web/content-states.tsx'
import { StaticPage } from '#platform/web/static-page.tsx'
import { endSession } from '../contract.ts'
import { messages } from '../messages.ts'
import { endRenewals } from './token-renewal.ts'

const mutationKey = ['end-session'] as const

/** Ends the session in the browser, on the server and at the identity provider. `onLogout` clears browser data. */
export function Logout({ onLogout }: { onLogout: () => void }) {
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: () => call(endSession, {}),
    // Replaces this page, so that the back button does not log out again.
    onSuccess: ({ redirect }) => location.replace(redirect),
    onError: (error) => {
      if (isSignedOut(error)) location.replace('/')
    },
  })
  const logOut = useEffectEvent(() => {
    // A second request would be rejected and lead to the wrong page.
    if (queries.isMutating({ mutationKey }) > 0) return
    endRenewals()
    onLogout()
    mutate()
  })
  useEffect(() => logOut(), [])
  const errors = useMutationState({
    filters: { mutationKey, status: 'error' },
    select: ({ state }) => state.error,
  })

  if (errors.every(isSignedOut))
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

/** Whether a logout failed because there is no session to end. */
const isSignedOut = (error: Error | null) => error instanceof ApiError && error.status === 401
