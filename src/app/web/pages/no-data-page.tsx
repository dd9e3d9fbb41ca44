import { PlainPage } from '#platform/web/plain-page.tsx'
import { messages } from '../messages.ts'
import { StartLink } from './start-link.tsx'

/** Where a report without data leads. */
export function NoDataPage() {
  return (
    <PlainPage title={messages.noData}>
      <StartLink />
    </PlainPage>
  )
}
