import { CloseButton } from '#platform/web/document/document-error.tsx'
import { ErrorStatePage } from '#platform/web/static-page.tsx'
import { tokenStore } from '#sign-in/web/token-store.ts'
import { StartLink } from './error-page.tsx'
import { messages } from './page-messages.ts'
import { ReportsLink } from './reports-link.tsx'

/** The page for a report without data, in its own window. */
export function NoDataPage() {
  return (
    <ErrorStatePage title={messages.noData}>
      <p>{messages.noDataAdvice}</p>
      <CloseButton />
      {tokenStore.has() ? <ReportsLink /> : <StartLink />}
    </ErrorStatePage>
  )
}
