import { Button } from '@mantine/core'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { onRemembered } from '#platform/web/remembered.ts'
import { messages } from '../messages.ts'
import { hasToken } from '../signed-in-code.ts'
import classes from './landing-page.module.css'

const memberLogin = '/client-member-page/login'

/** The ways in: for staff, and for members where the portal has their pages. Who signs in in another tab goes on here, too. */
export function LoginButtons() {
  const navigate = useNavigate()
  const hasMembers = memberLogin in useRouter().routesByPath
  const isSignedIn = useSyncExternalStore(onRemembered, hasToken)
  useEffect(() => {
    if (isSignedIn) void navigate({ to: '/home' })
  }, [isSignedIn, navigate])
  return (
    <div className={classes.logins}>
      <Button size="lg" onClick={() => void navigate({ to: '/token' })}>
        {messages.portalLogin}
      </Button>
      {hasMembers && (
        <Button size="lg" variant="default" onClick={() => void navigate({ to: memberLogin as '/' })}>
          {messages.memberLogin}
        </Button>
      )}
    </div>
  )
}
