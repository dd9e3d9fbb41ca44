import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { createDocumentQueue } from '#platform/concurrency/fair-queue.ts'
import type { Config } from '#platform/config/settings.ts'
import { now } from '#platform/contract/clock.ts'
import { dayInTimeZone } from '#platform/contract/date-format.ts'
import { isAddress } from '#platform/contract/mail-address.ts'
import { withLineFeeds } from '#platform/contract/normalize-text.ts'
import { audit } from '#platform/db/audit.ts'
import { type Database, inTransaction } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { ipBucket } from '#platform/http/rate-limit/ip-bucket.ts'
import { bytes, registerEndpoint } from '#platform/http/register-endpoint.ts'
import { rejectOtherSites } from '#platform/http/security-headers.ts'
import { addToOutbox } from '#platform/mail/outbox.ts'
import { contentDispositionName } from '#platform/pdf/document-service/document-service.ts'
import type { RenderPool } from '#platform/pdf/render-pool.ts'
import { getPerson } from '#sign-in/server/staff-people.ts'
import type { StaffPrincipal } from '#sign-in/server/staff-principal.ts'
import { emailProviders, getEmailSender, openProviderList } from '../mail-contract.ts'
import {
  emailLengths,
  isNote,
  isSenderName,
  isSubjectText,
  maxListed,
  maxProviders,
} from '../mail-form-validation.ts'
import { messages } from '../on-demand-messages.ts'
import { listProviders, type Measures } from './listed-providers.ts'
import { countEmails, providersMail, recordEmail, type SentEmail } from './provider-email-mail.ts'
import type { ProviderListData } from './provider-list-document.ts'
import {
  auditActor,
  findStaffPrincipal,
  getSearchDefinition,
  type SearchDeps,
} from './search-access-guard.ts'
import type { Definition } from './search-definitions.ts'

const text = messages.providerEmail

/**
 * Emails selected providers to one address. Visitors cannot add links, nobody can add markup or further
 * recipients, and replies to signed-in staff go to their own address.
 */
export function providerEmailRoutes(app: FastifyInstance, { db, config, staffGuard }: SearchDeps) {
  registerEndpoint(app, getEmailSender, async (_input, request) => {
    requireEmailNetworks(getSearchDefinition(request))
    const principal = await findStaffPrincipal(request, staffGuard)
    return { email: (await findOwnAddress(db, principal)) ?? null }
  })

  registerEndpoint(app, emailProviders, async (input, request) => {
    rejectOtherSites(request, config)
    const { key, unit } = getSearchDefinition(request)
    const networks = requireEmailNetworks(getSearchDefinition(request))
    const principal = await findStaffPrincipal(request, staffGuard)
    const email = normalizeEmail(input)
    validateEmail(email, principal !== undefined)
    const { networks: all } = getSearchDefinition(request)
    const found = await findListedProviders(db, all, email.hashes, input)
    const codes = new Set(networks.map(({ code }) => code))
    const [listed, unsent] = partition(found, ({ networkCode }) => codes.has(networkCode))
    if (listed.length === 0) throw problem(422, text.foreign)
    const missing = email.hashes.length - found.length

    const sent = toSentEmail(request, key, email)
    const { user, toEmail, hashes: _hashes, ...written } = email
    const mailOptions = {
      ...written,
      to: toEmail,
      sender: { typed: user, signedIn: principal && senderIdentity(principal, config) },
      replyTo: (await findOwnAddress(db, principal)) ?? (email.replyTo || undefined),
      unit,
      company: config.COMPANY_NAME,
      serviceEmail: config.SERVICE_EMAIL,
    }
    await inTransaction(db, async (transaction) => {
      const counted = await countEmails(transaction, sent)
      if (counted.sameRequest > 0) return
      enforceLimits(counted, config)
      await recordEmail(transaction, sent)
      await addToOutbox(transaction, providersMail(listed, mailOptions))
      await audit(transaction, {
        ...auditActor(request, principal),
        action: 'e-mailed providers',
        subject: key,
      })
    })
    const names = unsent.map(({ name }) => name)
    const sentences = [text.sent(listed.length, toEmail), text.notSent(names), text.missing(missing)]
    return { message: sentences.filter(Boolean).join(' ') }
  })
}

/** The module that renders the PDF; only render workers run it. */
const listTemplate = new URL('./provider-list-document.ts', import.meta.url)

/** Visitors' lists are rendered one at a time, so that they delay a letter of staff by one list at most. */
const listQueue = { concurrency: 1, maxQueued: 20, maxQueuedPerKey: 3 }

/** Makes a PDF of selected providers. */
export function providerListRoutes(
  app: FastifyInstance,
  { db, config, staffGuard, renderPool }: SearchDeps & { renderPool: RenderPool },
) {
  const enqueue = createDocumentQueue(listQueue)

  registerEndpoint(
    app,
    openProviderList,
    async ({ providers, ...measures }, request, reply) => {
      rejectOtherSites(request, config)
      const { networks, title, key, unit } = getSearchDefinition(request)
      const hashes = [...new Set(providers)]
      validateSelection(hashes, maxListed)
      const principal = await findStaffPrincipal(request, staffGuard)
      const requester = { key: ipBucket(request.ip), abortSignal: request.abortSignal }
      const loadData = async (): Promise<ProviderListData> => {
        const listed = await findListedProviders(db, networks, hashes, measures)
        if (listed.length === 0) throw problem(422, text.foreign)
        const missing = hashes.length - listed.length
        const day = dayInTimeZone(config.PORTAL_TIME_ZONE, now())
        return { company: config.COMPANY_NAME, search: title, unit, day, providers: listed, missing }
      }
      const pdf = await enqueue(requester, () => renderPool.pdf(listTemplate, loadData, requester))
      if (principal) await auditDownload(db, request, principal, hashes.length)
      reply.header('content-disposition', contentDispositionName(key))
      return bytes('application/pdf', pdf)
    },
    { perDay: listsPerDay },
  )
}

/** A visitor's lists in a day: many for a team behind one address, few for a program that keeps a processor busy. */
const listsPerDay = 300

/** Records the download of signed-in staff, like those of their other lists. */
async function auditDownload(db: Database, request: FastifyRequest, principal: StaffPrincipal, rows: number) {
  const { detail, ...actor } = auditActor(request, principal)
  const subject = getSearchDefinition(request).key
  await audit(db, {
    ...actor,
    action: 'list downloaded',
    subject,
    detail: { ...detail, list: 'providers', rows: String(rows) },
  })
}

/** The networks of a search whose providers may be emailed; without any, the response is 404. */
function requireEmailNetworks(definition: Definition) {
  const networks = definition.networks.filter(({ offersEmail }) => offersEmail)
  if (networks.length === 0) throw problem(404, text.off)
  return networks
}

/** The providers with these hashes in these networks. Fewer, if some have been removed since they were selected. */
async function findListedProviders(
  db: Database,
  networks: Definition['networks'],
  hashes: string[],
  measures: Measures,
) {
  if (!hashes.every(isHash)) throw problem(422, text.foreign)
  return listProviders(db, networks, hashes, measures)
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}

/** The address of the signed-in sender, as their identity provider states it. */
async function findOwnAddress(db: Database, principal: StaffPrincipal | undefined) {
  const address = principal && (await getPerson(db, principal.userId)).email
  return address && isAddress(address) ? address : undefined
}

/** The signed-in sender: internal staff write on behalf of the company, others on behalf of their client. */
const senderIdentity = ({ name, isInternal, client }: StaffPrincipal, { COMPANY_NAME }: Config) => ({
  name,
  organization: isInternal || !client ? COMPANY_NAME : client.name,
})

const isHash = (value: string) => /^[\w-]{1,100}$/.test(value)

/** An email as requested: trimmed, with an empty text for what is missing, and each provider once. */
const normalizeEmail = (input: z.output<typeof emailProviders.request>) => ({
  user: input.user,
  toEmail: input.toEmail,
  replyTo: input.replyTo ?? '',
  subject: input.subject ?? '',
  caseNumber: input.caseNumber ?? '',
  note: withLineFeeds(input.note ?? ''),
  hashes: [...new Set(input.providers)],
})
type EmailRequest = ReturnType<typeof normalizeEmail>

function validateEmail(email: EmailRequest, isSignedIn: boolean) {
  const { user, toEmail, replyTo, subject, caseNumber, note, hashes } = email
  if (!isAddress(toEmail)) throw problem(422, text.notEmail)
  if (!isSenderName(user)) throw problem(422, text.notName)
  if (replyTo && !isAddress(replyTo)) throw problem(422, text.notEmail)
  for (const [field, longest] of Object.entries(emailLengths))
    if (email[field as keyof typeof emailLengths].length > longest)
      throw problem(422, messages.typed.tooLong(longest))
  if (!isSubjectText(subject) || !isSubjectText(caseNumber)) throw problem(422, text.notSubject)
  if (!isNote(note, isSignedIn)) throw problem(422, isSignedIn ? text.notNoteOfStaff : text.notNote)
  validateSelection(hashes, maxProviders)
}

function validateSelection(hashes: string[], most: number) {
  if (hashes.length === 0) throw problem(422, text.none)
  if (hashes.length > most) throw problem(422, text.tooMany(most))
}

type EmailCounts = Awaited<ReturnType<typeof countEmails>>

function enforceLimits({ recipient, visitor, all }: EmailCounts, config: Config) {
  const isWithin =
    recipient < config.MAILS_PER_RECIPIENT &&
    visitor < config.MAIL_LIMIT_PER_VISITOR &&
    all < config.MAIL_LIMIT_PER_DAY
  if (!isWithin) throw problem(429, text.tooMuch)
}

function toSentEmail(request: FastifyRequest, definitionKey: string, email: EmailRequest): SentEmail {
  const visitor = ipBucket(request.ip)
  const { toEmail, hashes } = email
  const identity = { ...email, definitionKey, visitor, hashes: hashes.toSorted() }
  return {
    definitionKey,
    visitor,
    recipientHash: sha256(toMailbox(toEmail)),
    requestHash: sha256(JSON.stringify(identity)),
    providers: hashes.length,
  }
}

/** The mailbox of an address: a "+" suffix does not change it (RFC 5233). */
const toMailbox = (address: string) => address.toLowerCase().replace(/\+[^@]*(?=@)/, '')

const sha256 = (value: string) => createHash('sha256').update(value).digest()
