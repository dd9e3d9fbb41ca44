import { escapeHtml } from '#platform/server/escape-html.ts'
import type { Mail } from '#platform/server/mail/outbox.ts'
import type { Provider } from '../contract.ts'
import { mailMessages as words } from './mail-messages.ts'

export type ListedProvider = Pick<
  Provider,
  'name' | 'addressDisplay' | 'phone' | 'fax' | 'contact' | 'providerType' | 'specialty' | 'network'
>
/** The sender: the name from the form and, for signed-in staff, their own name and organization. */
export type Sender = { typed: string; signedIn: { name: string; organization: string } | undefined }
type MailOptions = { to: string; sender: Sender; company: string; serviceEmail: string }

/** The selected providers as plain text and as an HTML table. The sender's name is the only user-written text. */
export function providersMail(
  providers: ListedProvider[],
  { to, sender, company, serviceEmail }: MailOptions,
): Mail {
  const opening = [
    words.greeting,
    words.providersSelected(providers.length, company),
    words.selectedBy(formatSender(sender)),
  ]
  const closing = [
    words.callFirst,
    words.questions(serviceEmail),
    ...(sender.signedIn ? [] : [words.unverified(company)]),
    words.unexpected,
  ]
  const paragraphs = (sentences: string[]) => sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`)
  return {
    to,
    subject: words.providersSubject(providers.length, company),
    text: [...opening, ...providers.map(formatProvider), closing.join('\n')].join('\n\n'),
    html: [...paragraphs(opening), providerTable(providers), ...paragraphs(closing)].join('\n'),
  }
}

/** Staff appear under their sign-in name, preceded by any other name they typed, such as their team's. */
function formatSender({ typed, signedIn }: Sender): string {
  if (!signedIn) return typed
  const { name, organization } = signedIn
  return typed === name ? `${name}, ${organization}` : `${typed} (${name}, ${organization})`
}

const formatType = ({ providerType, specialty }: ListedProvider) =>
  [providerType, specialty].filter(Boolean).join(' · ')

function formatProvider(provider: ListedProvider, index: number): string {
  const { name, addressDisplay, network } = provider
  const lines = [
    `${index + 1}. ${name}`,
    formatType(provider),
    addressDisplay,
    listNumbers(provider).join(' · '),
    network,
  ]
  return lines.filter(Boolean).join('\n   ')
}

function listNumbers({ phone, fax, contact }: ListedProvider): string[] {
  const labeled = [
    { label: words.phone, text: phone },
    { label: words.fax, text: fax },
    { label: words.contact, text: contact },
  ]
  return labeled.flatMap(({ label, text }) => (text ? [`${label} ${text}`] : []))
}

/**
 * The providers as an HTML table, styled only with attributes: every mail client renders them, and strict
 * style policies allow them.
 */
function providerTable(providers: ListedProvider[]): string {
  const row = (tag: string, cells: string[]) =>
    `<tr>${cells.map((cell) => `<${tag} align="left" valign="top">${cell}</${tag}>`).join('')}</tr>`
  const lines = (texts: string[]) => texts.filter(Boolean).map(escapeHtml).join('<br>')
  const rows = providers.map((provider, index) => {
    const { name, addressDisplay, network } = provider
    const about = `<strong>${escapeHtml(name)}</strong><br>${lines([formatType(provider), network])}`
    return row('td', [String(index + 1), about, escapeHtml(addressDisplay), lines(listNumbers(provider))])
  })
  const head = row('th', [words.number, words.provider, words.address, words.contact].map(escapeHtml))
  return `<table border="1" cellspacing="0" cellpadding="8"><thead>${head}</thead><tbody>${rows.join('\n')}</tbody></table>`
}
