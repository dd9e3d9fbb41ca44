import { escaped } from '#platform/server/escaped.ts'
import type { Mail } from '#platform/server/mail/outbox.ts'
import type { Provider } from '../contract.ts'
import { mailMessages as words } from './mail-messages.ts'

export type ListedProvider = Pick<
  Provider,
  'name' | 'addressDisplay' | 'phone' | 'fax' | 'providerType' | 'specialty' | 'network'
>
type Facts = { to: string; user: string; company: string; serviceEmail: string }

/** The selected providers, as a list in plain words and as a table. Nobody's words but ours, and the sender's name. */
export function providersMail(providers: ListedProvider[], { to, user, company, serviceEmail }: Facts): Mail {
  const closing = [words.callFirst, words.questions(serviceEmail), words.unexpected]
  const opening = words.providersFrom(user, company)
  return {
    to,
    subject: words.providersSubject(providers.length, company),
    text: [opening, ...providers.map(inWords), closing.join('\n')].join('\n\n'),
    html: [
      `<p>${escaped(opening)}</p>`,
      tableOf(providers),
      ...closing.map((sentence) => `<p>${escaped(sentence)}</p>`),
    ].join('\n'),
  }
}

const kindOf = ({ providerType, specialty }: ListedProvider) =>
  [providerType, specialty].filter(Boolean).join(' · ')

function inWords(provider: ListedProvider, index: number): string {
  const { name, addressDisplay, phone, fax, network } = provider
  const numbers = [phone && `${words.phone} ${phone}`, fax && `${words.fax} ${fax}`]
    .filter(Boolean)
    .join(' · ')
  const lines = [`${index + 1}. ${name}`, kindOf(provider), addressDisplay, numbers, network]
  return lines.filter(Boolean).join('\n   ')
}

/** A table as every mail program shows it: attributes alone, which also pass a strict policy for styles. */
function tableOf(providers: ListedProvider[]): string {
  const heads = [words.number, words.provider, words.providerType, words.address, words.phone, words.fax]
  const cells = (tag: string, texts: string[]) =>
    texts.map((text) => `<${tag} align="left" valign="top">${escaped(text)}</${tag}>`).join('')
  const rows = providers.map((provider, index) => {
    const { name, addressDisplay, phone, fax, network } = provider
    const texts = [String(index + 1), name, kindOf(provider), addressDisplay, phone ?? '', fax ?? '', network]
    return `<tr>${cells('td', texts)}</tr>`
  })
  const head = `<thead><tr>${cells('th', [...heads, words.network])}</tr></thead>`
  return `<table border="1" cellspacing="0" cellpadding="6">${head}<tbody>${rows.join('\n')}</tbody></table>`
}
