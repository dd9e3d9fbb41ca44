import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#platform/config/settings.ts'
import { isAddress } from '#platform/contract/mail-address.ts'
import { audit } from '#platform/db/audit.ts'
import { inTransaction } from '#platform/db/database.ts'
import { ipBucket } from '#platform/http/ip-bucket.ts'
import { problem } from '#platform/http/problem.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { rejectOtherSites } from '#platform/http/security-headers.ts'
import { addToOutbox } from '#platform/mail/outbox.ts'
import type { StaffPrincipal } from '#sign-in/server/staff-principal.ts'
import { emailProviders } from '../mail-contract.ts'
import { messages } from '../mail-form-messages.ts'
import { isSenderName, maxProviders } from '../mail-form-validation.ts'
import {
  countEmails,
  listProviders,
  providersMail,
  recordEmail,
  type SentEmail,
} from './provider-email-mail.ts'
import {
  auditActor,
  findStaffPrincipal,
  getSearchDefinition,
  type SearchDeps,
} from './search-access-guard.ts'

const words = messages.providerEmail

/** Emails selected providers to one address. Callers cannot add text, links or further recipients. */
export function providerEmailRoutes(app: FastifyInstance, { db, config, staff }: SearchDeps) {
  registerEndpoint(app, emailProviders, async ({ user, toEmail, providers }, request) => {
    rejectOtherSites(request, config)
    const { key } = getSearchDefinition(request)
    const networks = getSearchDefinition(request).networks.filter(({ offersEmail }) => offersEmail)
    if (networks.length === 0) throw problem(404, words.off)
    const hashes = [...new Set(providers)]
    validateRequest(user, toEmail, hashes)
    if (!hashes.every(isHash)) throw problem(422, words.foreign)
    const listed = await listProviders(db, networks, hashes)
    if (listed.length !== hashes.length) throw problem(422, words.foreign)

    const sent = toSentEmail(request, key, { user, toEmail, hashes })
    const principal = await findStaffPrincipal(request, staff)
    const sender = { typed: user, signedIn: principal && senderIdentity(principal, config) }
    const mailOptions = {
      to: toEmail,
      sender,
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
    return { message: words.sent(listed.length, toEmail) }
  })
}

/** The signed-in sender: internal staff write on behalf of the company, others on behalf of their client. */
const senderIdentity = ({ name, isInternal, client }: StaffPrincipal, { COMPANY_NAME }: Config) => ({
  name,
  organization: isInternal || !client ? COMPANY_NAME : client.name,
})

const isHash = (text: string) => /^[\w-]{1,100}$/.test(text)

function validateRequest(user: string, toEmail: string, hashes: string[]) {
  if (!isAddress(toEmail)) throw problem(422, words.notEmail)
  if (!isSenderName(user)) throw problem(422, words.notName)
  if (hashes.length === 0) throw problem(422, words.none)
  if (hashes.length > maxProviders) throw problem(422, words.tooMany(maxProviders))
}

type EmailCounts = Awaited<ReturnType<typeof countEmails>>

function enforceLimits({ recipient, visitor, all }: EmailCounts, config: Config) {
  const isWithin =
    recipient < config.MAILS_PER_RECIPIENT &&
    visitor < config.MAIL_LIMIT_PER_VISITOR &&
    all < config.MAIL_LIMIT_PER_DAY
  if (!isWithin) throw problem(429, words.tooMuch)
}

type EmailRequest = { user: string; toEmail: string; hashes: string[] }

function toSentEmail(request: FastifyRequest, definitionKey: string, email: EmailRequest): SentEmail {
  const visitor = ipBucket(request.ip)
  const { user, toEmail, hashes } = email
  return {
    definitionKey,
    visitor,
    recipientHash: sha256(toMailbox(toEmail)),
    requestHash: sha256(JSON.stringify([definitionKey, visitor, user, toEmail, hashes.toSorted()])),
    providers: hashes.length,
  }
}

/** The mailbox of an address: a "+" suffix does not change it (RFC 5233). */
const toMailbox = (address: string) => address.toLowerCase().replace(/\+[^@]*(?=@)/, '')

const sha256 = (text: string) => createHash('sha256').update(text).digest()
