import { escapeHtml } from '#platform/server/escape-html.ts'
import { renderStaticPage } from '#platform/server/static-page.ts'
import { messages } from '../../messages.ts'
import { type DemoAccount, demoPassword } from '../accounts-seed.ts'

type LoginPage = {
  company: string
  accounts: readonly DemoAccount[]
  /** The rejected input, to fill in again. */
  refused?: string
}

/** The sign-in page for demo accounts. */
export function loginPage({ company, accounts, refused }: LoginPage): string {
  const names = accounts.map(({ username }) => `<code>${escapeHtml(username)}</code>`).join(', ')
  const wrong =
    refused === undefined ? '' : `<p class="error" id="wrong" role="alert">${messages.login.wrong}</p>`
  const described = wrong && ' aria-invalid="true" aria-describedby="wrong"'
  return renderStaticPage({
    title: messages.login.title,
    company,
    body: `<form method="post">
${wrong}
<label for="username">${messages.login.username}</label>
<input id="username" name="username" value="${escapeHtml(refused ?? '')}" autocomplete="username" autocapitalize="none"
  spellcheck="false" required autofocus${described}>
<label for="password">${messages.login.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${described}>
<button type="submit">${messages.login.submit}</button>
</form>
<p class="hint">${messages.login.development} ${names}. ${messages.login.passwordIs} <code>${demoPassword}</code></p>`,
  })
}

/** The page that ends the provider session without a click; `form` is the confirmation form of the provider. */
export function logoutPage({
  company,
  scriptNonce,
  form,
}: {
  company: string
  scriptNonce: string
  form: string
}): string {
  return renderStaticPage({
    title: messages.logout.title,
    company,
    body: `${form}
<button type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>${messages.logout.submit}</button>
<script nonce="${scriptNonce}">document.querySelector('button').click()</script>`,
  })
}
