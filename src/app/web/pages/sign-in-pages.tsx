import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { removePerson } from '#clients/web/configuration-store.ts'
import { draftPrefix } from '#platform/web/drafts/draft-deadline.ts'
import { removeTabValues, staffPrefix, tabDraftPrefix } from '#platform/web/storage.ts'
import { Authentication, SignInFailed } from '#sign-in/web/authentication.tsx'
import { Logout } from '#sign-in/web/logout.tsx'
import { returnPathStore } from '#sign-in/web/return-path-storage.ts'
import { tokenStore } from '#sign-in/web/token-store.ts'
import { queryClient } from '../query-client.ts'

/** The /token page: fetches the token, then continues to the requested page. */
export function TokenPage() {
  const { history } = useRouter()
  const { returnTo, fresh } = useSearch({ from: '/token' })
  return (
    <Authentication
      returnTo={returnTo}
      isFresh={fresh !== undefined}
      onSignedIn={(path) => history.replace(path)}
    />
  )
}

/** The page after a failed sign-in. */
export function SignInFailedPage() {
  const navigate = useNavigate()
  const { reason, reference } = useSearch({ from: '/sign-in-failed' })
  return (
    <SignInFailed reason={reason} reference={reference} onTryAgain={() => void navigate({ to: '/token' })} />
  )
}

/** The /logout page. */
export function LogoutPage() {
  return <Logout onLogout={forgetEverything} />
}

function forgetEverything() {
  tokenStore.remove()
  removePerson()
  returnPathStore.remove()
  removeTabValues(staffPrefix, tabDraftPrefix, draftPrefix)
  queryClient.clear()
}
