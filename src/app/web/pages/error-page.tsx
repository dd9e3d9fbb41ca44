import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorStatePage } from '#platform/web/static-page.tsx'
import { portalAnswers } from '../load-page.ts'
import { messages } from '../messages.ts'

/** The /error page. */
export function ErrorPage() {
  return (
    <ErrorStatePage title={messages.error}>
      <p>{messages.errorAdvice}</p>
      <StartLink />
    </ErrorStatePage>
  )
}

/** Replaces a page that failed or whose code did not load. */
export function BrokenPage() {
  return (
    <ErrorStatePage title={messages.error}>
      <p>{messages.errorAdvice}</p>
      <ReloadButton />
      <StartLink isSecond />
    </ErrorStatePage>
  )
}

/** Reloads the page once the portal is reachable; until then, reports that it is not. */
function ReloadButton() {
  const [state, setState] = useState<'idle' | 'asking' | 'away'>('idle')
  const loadAgain = async () => {
    setState('asking')
    if (await portalAnswers()) location.reload()
    else setState('away')
  }
  return (
    <>
      <Button loading={state === 'asking'} onClick={() => void loadAgain()}>
        {messages.tryAgain}
      </Button>
      <p role="status">{state === 'away' && messages.portalAway}</p>
    </>
  )
}

/** A link to the start page; a primary button unless there is a better action. */
export function StartLink({ isSecond = false }: { isSecond?: boolean }) {
  return (
    <Button variant={isSecond ? 'default' : 'filled'} renderRoot={(root) => <Link to="/" {...root} />}>
      {messages.toStart}
    </Button>
  )
}

/** The not-found page. */
export function NotFoundPage() {
  return (
    <ErrorStatePage title={messages.notFound}>
      <p>{messages.notFoundAdvice}</p>
      <StartLink />
    </ErrorStatePage>
  )
}
