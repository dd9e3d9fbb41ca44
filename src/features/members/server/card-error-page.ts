import { escapeHtml } from '#platform/server/escape-html.ts'
import type { Config } from '#platform/server/settings.ts'
import { renderStaticPage } from '#platform/server/static-page.ts'
import { messages } from '../messages.ts'

type Refusal = keyof typeof messages.refusals.en
type Service = Pick<Config, 'SERVICE_PHONE' | 'SERVICE_EMAIL'>

/**
 * The error page of the card in the client's card languages: reason, advice and service contact. Identical for
 * everyone.
 */
export function refusalPage(refusal: Refusal, service: Service, isGermanToo: boolean): Buffer {
  const { title, advice } = messages.refusals.en[refusal]
  const german = messages.refusals.de[refusal]
  return Buffer.from(
    renderStaticPage({
      title,
      body: `<p>${escapeHtml(advice)}</p>
${help(messages.service.en, service)}
${isGermanToo ? `<section lang="de"><h2>${escapeHtml(german.title)}</h2><p>${escapeHtml(german.advice)}</p>${help(messages.service.de, service)}</section>` : ''}`,
    }),
  )
}

const help = (
  says: { helps: string; back: string },
  { SERVICE_PHONE: phone, SERVICE_EMAIL: email }: Service,
) => `<p>${escapeHtml(says.helps)}<br>
<a href="tel:${escapeHtml(phone.replaceAll(/[^+\d]/g, ''))}">${escapeHtml(phone)}</a><br>
<a href="mailto:${escapeHtml(email)}">${escapeHtml(email)}</a></p>
<p><a href="/client-member-page">${escapeHtml(says.back)}</a></p>`
