import { ErrorStatePage } from '#platform/web/static-page.tsx'
import { messages } from '../messages.ts'
import { LoadAgain } from './reload-button.tsx'
import { StartLink } from './start-link.tsx'

/** The page of /error. */
export function ErrorPage() {
  return (
    <ErrorStatePage title={messages.error}>
      <p>{messages.errorAdvice}</p>
      <StartLink />
    </ErrorStatePage>
  )
}

/** What stands in place of a page that broke, or whose code did not come. */
export function BrokenPage() {
  return (
    <ErrorStatePage title={messages.error}>
      <p>{messages.errorAdvice}</p>
      <LoadAgain />
      <StartLink isSecond />
    </ErrorStatePage>
  )
}
