import { useNavigate, useSearch } from '@tanstack/react-router'
import { SignInFailed } from '#sign-in/web/authentication.tsx'

/** The page after a failed sign-in. */
export function SignInFailedPage() {
  const navigate = useNavigate()
  const { reason, reference } = useSearch({ from: '/sign-in-failed' })
  return (
    <SignInFailed reason={reason} reference={reference} onTryAgain={() => void navigate({ to: '/token' })} />
  )
}
