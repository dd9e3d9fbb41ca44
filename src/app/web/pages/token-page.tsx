import { useRouter, useSearch } from '@tanstack/react-router'
import { Authentication } from '#sign-in/web/authentication.tsx'

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
