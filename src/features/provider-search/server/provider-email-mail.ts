import { z } from 'zod'
import { now, timeAgo } from '#platform/contract/clock.ts'
import { type Database, execute, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { toSqlJson } from '#platform/db/sql-values.ts'
import { escapeHtml } from '#platform/http/html-template.ts'
import type { CleanupJob } from '#platform/jobs/cleanup.ts'
import type { Mail } from '#platform/mail/outbox.ts'
import { type Provider, provider } from '../contract.ts'
import type { Definition } from './search-definitions.ts'
import { mailMessages as words } from './search-messages.ts'

type ListedProvider = Pick<
  Provider,
  'name' | 'addressDisplay' | 'phone' | 'fax' | 'contact' | 'providerType' | 'specialty' | 'network'
>
/** The sender: the name from the form and, for signed-in staff, their own name and organization. */
type Sender = { typed: string; signedIn: { name: string; organization: string } | undefined }
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

const minute = 60_000
const day = 24 * 60 * minute

const listed = z.object({ provider: provider.omit({ distance: true, tin: true }) })

/** The networks' providers with these hashes, in the order of the hashes. */
export async function listProviders(db: Database, networks: Definition['networks'], hashes: string[]) {
  const labels = toSqlJson(Object.fromEntries(networks.map(({ code, label }) => [code, label])))
  const rows = await queryRows(
    db,
    listed,
    sql`
    select (provider_json || '}')::jsonb || jsonb_build_object('network', ${labels}::jsonb ->> network_code) as provider
      from provider
     where hash = any(${hashes}::text[])
       and network_code = any(${networks.map(({ code }) => code)}::text[])
       and not hidden
     order by array_position(${hashes}::text[], hash)`,
  )
  return rows.map((row) => row.provider)
}

/** The stored record of an email: enough to count it and to recognize a repeated request. */
export type SentEmail = {
  definitionKey: string
  visitor: string
  recipientHash: Buffer
  requestHash: Buffer
  providers: number
}

const counts = z.object({
  sameRequest: z.number(),
  recipient: z.number(),
  visitor: z.number(),
  all: z.number(),
})

/**
 * Counts the emails of the last day and the repeats of this request within the last minute. Takes a lock, so
 * that concurrent requests wait.
 */
export async function countEmails(db: Database, { recipientHash, requestHash, visitor }: SentEmail) {
  await execute(db, sql`select pg_advisory_xact_lock(hashtext('provider_email'))`)
  const [lastMinute, lastDay] = [timeAgo(minute), timeAgo(day)]
  const row = await queryRow(
    db,
    counts,
    sql`
    select count(*) filter (where request_hash = ${requestHash} and made_at > ${lastMinute}) as "sameRequest",
           count(*) filter (where recipient_hash = ${recipientHash})                     as recipient,
           count(*) filter (where visitor = ${visitor})                                  as visitor,
           count(*)                                                                      as "all"
      from provider_email
     where made_at > ${lastDay}`,
  )
  return row ?? { sameRequest: 0, recipient: 0, visitor: 0, all: 0 }
}

/** Records an email. */
export async function recordEmail(db: Database, email: SentEmail) {
  const { definitionKey, visitor, recipientHash, requestHash, providers } = email
  await execute(
    db,
    sql`
    insert into provider_email (definition_key, visitor, recipient_hash, request_hash, providers, made_at)
    values (${definitionKey}, ${visitor}, ${recipientHash}, ${requestHash}, ${providers}, ${now()})`,
  )
}

/** The limits on emails cover one day. */
export const providerEmailCleanup: readonly CleanupJob[] = [
  {
    name: 'provider_email',
    statements: () => [sql`delete from provider_email where made_at <= ${timeAgo(day)}`],
  },
]
