import { escaped } from '#platform/server/escape-html.ts'
import type { Config } from '#platform/server/settings.ts'
import { plainPage } from '#platform/server/static-page.ts'
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
    plainPage({
      title,
      body: `<p>${escaped(advice)}</p>
${help(messages.service.en, service)}
${isGermanToo ? `<section lang="de"><h2>${escaped(german.title)}</h2><p>${escaped(german.advice)}</p>${help(messages.service.de, service)}</section>` : ''}`,
    }),
  )
}

const help = (
  says: { helps: string; back: string },
  { SERVICE_PHONE: phone, SERVICE_EMAIL: email }: Service,
) => `<p>${escaped(says.helps)}<br>
<a href="tel:${escaped(phone.replaceAll(/[^+\d]/g, ''))}">${escaped(phone)}</a><br>
<a href="mailto:${escaped(email)}">${escaped(email)}</a></p>
<p><a href="/client-member-page">${escaped(says.back)}</a></p>`
