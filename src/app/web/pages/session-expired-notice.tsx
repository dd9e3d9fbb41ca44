import { Alert } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { messages } from '../messages.ts'
import classes from './landing-page.module.css'

/** A notice that the session has expired, if the start page was opened for that reason. */
export function SessionExpiredNotice() {
  const isExpired = useRouterState({ select: ({ location }) => location.state.isExpired })
  if (!isExpired) return null
  return (
    <Alert className={classes.expired} color="amber" role="alert">
      {messages.sessionExpired}
    </Alert>
  )
}
