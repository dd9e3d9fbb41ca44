import { Button } from '@mantine/core'
import { isDocumentWindow } from '#platform/web/open-document.ts'
import { PlainPage } from '#platform/web/plain-page.tsx'
import { hasToken } from '../signed-in-code.ts'
import { messages } from './messages.ts'
import { ReportsLink } from './reports-link.tsx'
import { StartLink } from './start-link.tsx'

/** Where a report without data leads: in a window of its own, which can be closed again. */
export function NoDataPage() {
  return (
    <PlainPage title={messages.noData}>
      <p>{messages.noDataAdvice}</p>
      {isDocumentWindow() && <Button onClick={() => window.close()}>{messages.closeWindow}</Button>}
      {hasToken() ? <ReportsLink /> : <StartLink />}
    </PlainPage>
  )
}
