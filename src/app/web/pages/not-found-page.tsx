import { ErrorStatePage } from '#platform/web/static-page.tsx'
import { messages } from '../messages.ts'
import { StartLink } from './error-page.tsx'

/** The not-found page. */
export function NotFoundPage() {
  return (
    <ErrorStatePage title={messages.notFound}>
      <p>{messages.notFoundAdvice}</p>
      <StartLink />
    </ErrorStatePage>
  )
}
