import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { messages as portal } from '#platform/shell-messages.ts'
import { CloseButton } from '#platform/web/document/document-error.tsx'
import { ErrorStatePage, StaticPage } from '#platform/web/static-page.tsx'
import { tokenStore } from '#sign-in/web/token-store.ts'
import { StartLink } from './error-page.tsx'
import { messages } from './page-messages.ts'

/** Explains what the portal stores in the browser. */
export function CookiesPage() {
  return (
    <StaticPage title={portal.cookiesPage}>
      <p>{messages.cookiesLead}</p>
      <dl>
        {messages.kept.map(([what, why]) => (
          <Fragment key={what}>
            <dt>{what}</dt>
            <dd>{why}</dd>
          </Fragment>
        ))}
      </dl>
    </StaticPage>
  )
}

/** The credits that our licenses require. */
export function CreditsPage() {
  return (
    <StaticPage title={portal.credits}>
      {messages.creditLines.map((parts) => (
        <p key={String(parts[0])}>
          {parts.map((part) =>
            typeof part === 'string' ? (
              part
            ) : (
              <a key={part.url} href={part.url}>
                {part.label}
              </a>
            ),
          )}
        </p>
      ))}
    </StaticPage>
  )
}

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

/** A link to the reports page. */
export function ReportsLink() {
  return (
    <p>
      <Link to="/reports">{messages.toReports}</Link>
    </p>
  )
}
