import { expect, test } from 'vitest'
import { texts } from '../messages.ts'
import { cardErrorPage } from './card-routes.ts'

const service = { SERVICE_PHONE: '(212) 555-0100', SERVICE_EMAIL: 'help@example.com' }
const [en, de] = [texts.en.cardErrors, texts.de.cardErrors]

test.each(['noCard', 'tooManyCards'] as const)(
  'the error page (%s) shows the service number, also in German for clients with German cards',
  (refusal) => {
    const page = cardErrorPage(refusal, service, true).toString()
    expect(page).toContain(en[refusal].advice)
    expect(page).toContain('href="tel:2125550100">(212) 555-0100<')
    expect(page).toContain('href="mailto:help@example.com"')
    expect(page).toContain('href="/client-member-page"')
    expect(page).toContain(`<section lang="de"><h2>${de[refusal].title}</h2>`)
    expect(cardErrorPage(refusal, service, false).toString()).not.toContain(de[refusal].title)
  },
)
