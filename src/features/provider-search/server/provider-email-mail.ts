import { z } from 'zod'
import { now, timeAgo } from '#platform/contract/clock.ts'
import { type Database, execute, queryRow, sql } from '#platform/db/database.ts'
import { escapeHtml } from '#platform/http/html-template.ts'
import type { CleanupJob } from '#platform/jobs/cleanup.ts'
import type { Mail } from '#platform/mail/outbox.ts'
import { palette } from '#platform/pdf/palette.ts'
import { directionsUrl } from '../describe-details.ts'
import type { Unit } from '../rules.ts'
import {
  describeDistance,
  describeForReading,
  describeType,
  type ListedProvider,
  phoneUrl,
} from './listed-providers.ts'
import { mailMessages as text } from './search-messages.ts'

/** The sender: the name from the form and, for signed-in staff, their own name and organization. */
type Sender = { typed: string; signedIn: { name: string; organization: string } | undefined }
type MailOptions = {
  to: string
  sender: Sender
  /** The address for replies, if not the portal's own. */
  replyTo: string | undefined
  /** The text of the sender; empty texts are left out. */
  subject: string
  caseNumber: string
  note: string
  /** The unit of distances. */
  unit: Unit
  company: string
  serviceEmail: string
}

/**
 * The selected providers as plain text and as HTML cards. Name, subject, case number and note are the only
 * texts that a user writes.
 */
export function providersMail(providers: ListedProvider[], options: MailOptions): Mail {
  const { to, sender, replyTo, note, unit, company } = options
  const opening = [text.greeting, text.providersSelected(providers.length, company)]
  const about = listOrigin(options)
  const closing = listClosing(options)
  const paragraph = (sentences: string[]) =>
    `<p>${font(3, palette.ink, sentences.map(escapeHtml).join('<br>'))}</p>`
  return {
    to,
    replyTo,
    subject: composeSubject(options, providers.length),
    text: [
      ...opening,
      about.join('\n'),
      ...(note ? [`${text.noteFrom(sender.typed)}\n\n${indent(note)}`] : []),
      ...providers.map((each, index) => formatProvider(each, index, unit)),
      closing.join('\n'),
    ].join('\n\n'),
    html: [
      band(palette.blue, font(4, palette.paper, `<b>${escapeHtml(company)}</b> ${text.providerSearch}`)),
      ...opening.map((sentence) => paragraph([sentence])),
      paragraph(about),
      ...(note ? [paragraph([text.noteFrom(sender.typed)]), band(palette.tint, noteHtml(note)), '<br>'] : []),
      ...providers.map((each, index) => cardHtml(each, index, unit)),
      ...closing.map((sentence) => `<p>${font(2, palette.quiet, escapeHtml(sentence))}</p>`),
    ].join('\n'),
  }
}

function composeSubject({ subject, caseNumber, company }: MailOptions, count: number): string {
  const title = subject || text.providersSubject(count, company)
  return caseNumber ? text.withCase(title, caseNumber) : title
}

/** The lines about the person who selected the providers, the address for replies, and the case. */
const listOrigin = ({ sender, replyTo, caseNumber }: MailOptions) => [
  text.selectedBy(formatSender(sender)),
  ...(replyTo ? [text.repliesTo(replyTo)] : []),
  ...(caseNumber ? [text.caseNumber(caseNumber)] : []),
]

function listClosing({ sender, subject, caseNumber, note, company, serviceEmail }: MailOptions) {
  const unverified = subject || caseNumber || note ? text.unverifiedNote : text.unverified
  return [
    text.callFirst,
    text.questions(serviceEmail),
    ...(sender.signedIn ? [] : [unverified(company)]),
    text.unexpected,
  ]
}

/** Staff appear under their sign-in name, preceded by any other name they typed, such as their team's. */
function formatSender({ typed, signedIn }: Sender): string {
  if (!signedIn) return typed
  const { name, organization } = signedIn
  return typed === name ? `${name}, ${organization}` : `${typed} (${name}, ${organization})`
}

function formatProvider(provider: ListedProvider, index: number, unit: Unit): string {
  const { name, addressDisplay, phone, network } = provider
  const numbers = [phone ? `${text.phone} ${phone}` : '', ...listOtherNumbers(provider)]
  const lines = [
    `${index + 1}. ${name}`,
    describeType(provider),
    addressDisplay,
    describeDistance(provider, unit),
    numbers.filter(Boolean).join(' · '),
    `${text.directions}: ${directionsUrl(provider)}`,
    ...describeForReading(provider),
    network,
  ]
  return lines.filter(Boolean).join('\n   ')
}

const listOtherNumbers = ({ fax, contact }: ListedProvider) => [
  ...(fax ? [`${text.fax} ${fax}`] : []),
  ...(contact ? [`${text.contact} ${contact}`] : []),
]

const indent = (note: string) => note.replaceAll(/^/gm, '   ')

// HTML styled with attributes alone: every mail client renders it, and strict style policies allow it.

const font = (size: number, color: string, html: string) =>
  `<font face="Arial, Helvetica, sans-serif" size="${size}" color="${color}">${html}</font>`

/** A colored box as wide as the mail. */
const band = (color: string, html: string) =>
  `<table width="100%" cellpadding="14" cellspacing="0" border="0" bgcolor="${color}"><tr><td>${html}</td></tr></table>`

const noteHtml = (note: string) => font(3, palette.ink, escapeHtml(note).replaceAll('\n', '<br>'))

/**
 * A card with the provider at the left and how to reach it at the right, or below where the mail is narrow: its
 * parts float.
 */
function cardHtml(provider: ListedProvider, index: number, unit: Unit): string {
  const { name, addressDisplay, phone, network } = provider
  const call = phoneUrl(provider)
  const distance = describeDistance(provider, unit)
  const about = [
    font(4, palette.blue, `<b>${index + 1}. ${escapeHtml(name)}</b>`),
    font(2, palette.quiet, escapeHtml(describeType(provider))),
    font(3, palette.ink, escapeHtml(addressDisplay)),
    ...(distance ? [font(2, palette.quiet, escapeHtml(distance))] : []),
    ...describeForReading(provider).map((detail) => font(2, palette.quiet, escapeHtml(detail))),
  ]
  const contact = [
    ...(phone ? [call ? anchor(call, phone, 4) : font(4, palette.ink, `<b>${escapeHtml(phone)}</b>`)] : []),
    ...listOtherNumbers(provider).map((number) => font(3, palette.ink, escapeHtml(number))),
    anchor(directionsUrl(provider), text.directions, 3),
    font(2, palette.quiet, escapeHtml(network)),
  ]
  const part = (width: number, lines: string[]) =>
    `<table align="left" width="${width}" cellpadding="6" cellspacing="0" border="0"><tr><td>${lines.join('<br>')}</td></tr></table>`
  return `<table cellpadding="1" cellspacing="0" border="0" bgcolor="${palette.hairline}"><tr><td><table cellpadding="8" cellspacing="0" border="0" bgcolor="${palette.paper}"><tr><td>${part(280, about)}${part(220, contact)}</td></tr></table></td></tr></table><br>`
}

const anchor = (url: string, label: string, size: number) =>
  `<a href="${escapeHtml(url)}">${font(size, palette.blue, `<b>${escapeHtml(label)}</b>`)}</a>`

const minute = 60_000
const day = 24 * 60 * minute

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
