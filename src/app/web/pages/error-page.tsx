import { ErrorStatePage } from '#platform/web/static-page.tsx'
import { messages } from '../messages.ts'
import { ReloadButton } from './reload-button.tsx'
import { StartLink } from './start-link.tsx'

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
