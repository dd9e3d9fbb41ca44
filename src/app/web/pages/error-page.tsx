import { PlainPage } from '#platform/web/plain-page.tsx'
import { messages } from '../messages.ts'
import { LoadAgain } from './load-again.tsx'
import { StartLink } from './start-link.tsx'

/** The page of /error. */
export function ErrorPage() {
  return (
    <PlainPage title={messages.error}>
      <p>{messages.errorAdvice}</p>
      <StartLink />
    </PlainPage>
  )
}

/** What stands in place of a page that broke, or whose code did not come. */
export function BrokenPage() {
  return (
    <PlainPage title={messages.error}>
      <p>{messages.errorAdvice}</p>
      <LoadAgain />
      <StartLink />
    </PlainPage>
  )
}
