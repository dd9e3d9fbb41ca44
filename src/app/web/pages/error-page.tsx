import { Button } from '@mantine/core'
import { messages } from '../messages.ts'
import { PlainPage } from './plain-page.tsx'
import { StartLink } from './start-link.tsx'

/** The page of /error, and what stands in place of a page that broke: then `reset` tries it again. */
export function ErrorPage({ reset }: { reset?: () => void }) {
  return (
    <PlainPage title={messages.error}>
      <p>{messages.errorAdvice}</p>
      {reset && <Button onClick={reset}>{messages.tryAgain}</Button>}
      <StartLink />
    </PlainPage>
  )
}
