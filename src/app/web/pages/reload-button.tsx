import { Button } from '@mantine/core'
import { useState } from 'react'
import { portalAnswers } from '../lazy-page.ts'
import { messages } from '../messages.ts'

/** Loads the page anew, code and all, once the portal can be reached; until then it says that it cannot. */
export function LoadAgain() {
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
