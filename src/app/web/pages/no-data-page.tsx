import { messages } from '../messages.ts'
import { PlainPage } from './plain-page.tsx'
import { StartLink } from './start-link.tsx'

/** Where a report without data leads. */
export function NoDataPage() {
  return (
    <PlainPage title={messages.noData}>
      <StartLink />
    </PlainPage>
  )
}
