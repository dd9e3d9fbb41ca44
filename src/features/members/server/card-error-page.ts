import { escaped } from '#platform/server/escape-html.ts'
import type { Config } from '#platform/server/settings.ts'
import { plainPage } from '#platform/server/static-page.ts'
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
    plainPage({
      title,
      body: `<p>${escaped(advice)}</p>
${contactHtml(messages.service.en, service)}
${includesGerman ? `<section lang="de"><h2>${escaped(german.title)}</h2><p>${escaped(german.advice)}</p>${contactHtml(messages.service.de, service)}</section>` : ''}`,
    }),
  )
}

const contactHtml = (
  labels: { helps: string; back: string },
  { SERVICE_PHONE: phone, SERVICE_EMAIL: email }: Service,
) => `<p>${escaped(labels.helps)}<br>
<a href="tel:${escaped(phone.replaceAll(/[^+\d]/g, ''))}">${escaped(phone)}</a><br>
<a href="mailto:${escaped(email)}">${escaped(email)}</a></p>
<p><a href="/client-member-page">${escaped(labels.back)}</a></p>`
