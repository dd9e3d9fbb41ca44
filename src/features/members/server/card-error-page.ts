import { escapeHtml } from '#platform/server/escape-html.ts'
import type { Config } from '#platform/server/settings.ts'
import { renderStaticPage } from '#platform/server/static-page.ts'
import { messages } from '../messages.ts'

type CardError = keyof typeof messages.cardErrors.en
type Service = Pick<Config, 'SERVICE_PHONE' | 'SERVICE_EMAIL'>

/**
 * The error page of the ID card, in the card languages of the client: reason, advice and service contact. It contains
 * nothing from the request, so it reveals nothing about the policy.
 */
export function cardErrorPage(error: CardError, service: Service, includesGerman: boolean): Buffer {
  const { title, advice } = messages.cardErrors.en[error]
  const german = messages.cardErrors.de[error]
  return Buffer.from(
    renderStaticPage({
      title,
      body: `<p>${escapeHtml(advice)}</p>
${contactHtml(messages.service.en, service)}
${includesGerman ? `<section lang="de"><h2>${escapeHtml(german.title)}</h2><p>${escapeHtml(german.advice)}</p>${contactHtml(messages.service.de, service)}</section>` : ''}`,
    }),
  )
}

const contactHtml = (
  labels: { helps: string; back: string },
  { SERVICE_PHONE: phone, SERVICE_EMAIL: email }: Service,
) => `<p>${escapeHtml(labels.helps)}<br>
<a href="tel:${escapeHtml(phone.replaceAll(/[^+\d]/g, ''))}">${escapeHtml(phone)}</a><br>
<a href="mailto:${escapeHtml(email)}">${escapeHtml(email)}</a></p>
<p><a href="/client-member-page">${escapeHtml(labels.back)}</a></p>`
