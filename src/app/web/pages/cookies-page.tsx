import { messages } from '../messages.ts'
import { PlainPage } from './plain-page.tsx'

/** What the portal keeps in a visitor's browser, in plain words. */
export function CookiesPage() {
  return (
    <PlainPage title={messages.cookiesPage}>
      <p>
        The portal keeps a few settings in your browser, so that it is as you left it. Nobody else reads them,
        and nothing here follows you to other sites. Clearing your browser’s site data removes them.
      </p>
      <dl>
        <dt>Colors</dt>
        <dd>Whether you chose light or dark colors.</dd>
        <dt>Rows per page</dt>
        <dd>How many results you like to see at once.</dd>
        <dt>Columns of results</dt>
        <dd>Which columns you chose to see.</dd>
        <dt>What you type into a search</dt>
        <dd>Until you close the tab, so that loading the page again loses nothing.</dd>
        <dt>Your answer about cookies</dt>
        <dd>So that we ask only once.</dd>
      </dl>
    </PlainPage>
  )
}
