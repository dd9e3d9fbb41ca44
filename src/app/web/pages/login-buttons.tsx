import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { onStoredChange } from '#platform/web/local-storage.ts'
import { hasToken } from '../load-staff-module.ts'
import { messages } from '../messages.ts'
import classes from './landing-page.module.css'

/** Login buttons for staff and members; react to a sign-in in another tab. */
export function LoginButtons() {
  const navigate = useNavigate()
  const isSignedIn = useSyncExternalStore(onStoredChange, hasToken)
  useEffect(() => {
    if (isSignedIn) void navigate({ to: '/home' })
  }, [isSignedIn, navigate])
  return (
    <div className={classes.logins}>
      <Button size="lg" onClick={() => void navigate({ to: '/token' })}>
        {messages.portalLogin}
      </Button>
      <Button size="lg" variant="default" onClick={() => void navigate({ to: '/client-member-page/login' })}>
        {messages.memberLogin}
      </Button>
    </div>
  )
}
