import { Fragment } from 'react'
import { StaticPage } from '#platform/web/static-page.tsx'
import { messages as portal } from '../messages.ts'
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
