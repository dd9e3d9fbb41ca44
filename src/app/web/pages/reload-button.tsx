import { Button } from '@mantine/core'
import { useState } from 'react'
import { portalAnswers } from '../lazy-page.ts'
import { messages } from '../messages.ts'

/** Reloads the page once the portal is reachable; until then, reports that it is not. */
export function ReloadButton() {
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
