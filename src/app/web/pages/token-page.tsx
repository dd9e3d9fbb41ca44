import { useRouter, useSearch } from '@tanstack/react-router'
import { Authentication } from '#sign-in/web/authentication.tsx'

/** The page of /token: fetches the token, then goes where the person wanted to go. */
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
