import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { messages } from '#platform/shell-messages.ts'
import { BusyButton } from '#platform/web/form/busy-button.tsx'
import { usePageTexts } from '#platform/web/language/use-page-language.ts'
import { ErrorStatePage } from '#platform/web/static-page.tsx'
import { isPortalReachable } from '../load-page.ts'

/** The /error page. */
export function ErrorPage() {
  const text = usePageTexts(messages)
  return (
    <ErrorStatePage title={text.error}>
      <p>{text.errorAdvice}</p>
      <StartLink />
    </ErrorStatePage>
  )
}

/** Replaces a page that failed or whose code did not load. */
export function BrokenPage() {
  const text = usePageTexts(messages)
  return (
    <ErrorStatePage title={text.error}>
      <p>{text.errorAdvice}</p>
      <ReloadButton />
      <StartLink isSecond />
    </ErrorStatePage>
  )
}

/** Reloads the page once the portal is reachable; until then, reports that it is not. */
function ReloadButton() {
  const text = usePageTexts(messages)
  const [state, setState] = useState<'idle' | 'asking' | 'away'>('idle')
  const loadAgain = async () => {
    setState('asking')
    if (await isPortalReachable()) location.reload()
    else setState('away')
  }
  return (
    <>
      <BusyButton isBusy={state === 'asking'} onClick={() => void loadAgain()}>
        {text.tryAgain}
      </BusyButton>
      <p role="status">{state === 'away' && text.portalAway}</p>
    </>
  )
}

/** A link to the start page; a primary button unless there is a better action. */
export function StartLink({ isSecond = false }: { isSecond?: boolean }) {
  const { toStart } = usePageTexts(messages)
  return (
    <Button variant={isSecond ? 'default' : 'filled'} renderRoot={(root) => <Link to="/" {...root} />}>
      {toStart}
    </Button>
  )
}

/** The not-found page. */
export function NotFoundPage() {
  const text = usePageTexts(messages)
  return (
    <ErrorStatePage title={text.notFound}>
      <p>{text.notFoundAdvice}</p>
      <StartLink />
    </ErrorStatePage>
  )
}
