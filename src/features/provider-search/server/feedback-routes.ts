import { randomBytes } from 'node:crypto'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '#platform/config/settings.ts'
import { dayMs, now, timeAgo } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import { recordColumnKey } from '#platform/db/column-encryption/column-key-queries.ts'
import { encryptText, findSecret } from '#platform/db/column-encryption/column-texts.ts'
import { encryptedColumns } from '#platform/db/column-encryption/encrypted-columns.ts'
import { type Database, execute, inTransaction, queryRow, sql } from '#platform/db/database.ts'
import { escapeHtml } from '#platform/http/html-template.ts'
import { problem } from '#platform/http/problem.ts'
import { ipBucket } from '#platform/http/rate-limit/ip-bucket.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { rejectOtherSites } from '#platform/http/security-headers.ts'
import type { CleanupJob } from '#platform/jobs/cleanup.ts'
import { addToOutbox, type Mail } from '#platform/mail/outbox.ts'
import {
  type CaptchaChallenge,
  captchaChallenge,
  type Feedback,
  getCaptchaChallenge,
  sendFeedback,
} from '../mail-contract.ts'
import { feedbackItem, isValidFeedback } from '../mail-form-validation.ts'
import { messages } from '../on-demand-messages.ts'
import { auditActor, getSearchDefinition } from './search-access-guard.ts'
import type { Definition } from './search-definitions.ts'
import { mailMessages as text } from './search-messages.ts'

type FeedbackDeps = { db: Database; config: Config }

/** Stores provider feedback and queues the email to customer service in one transaction. */
export function feedbackRoutes(app: FastifyInstance, { db, config }: FeedbackDeps) {
  registerEndpoint(app, getCaptchaChallenge, () => createCaptchaChallenge(db, config.CAPTCHA_MAX_ITERATIONS))

  registerEndpoint(app, sendFeedback, async (feedback, request) => {
    rejectOtherSites(request, config)
    const definition = getSearchDefinition(request)
    if (!definition.feedback) throw problem(404, messages.feedback.off)
    if (feedback.itemId !== feedbackItem || !isValidFeedback(feedback)) throw invalidFeedback()
    const solved = await verifyCaptcha(db, feedback.captchatoken)
    if (!solved || !(await hasProvider(db, definition.networks, feedback.providerName)))
      throw invalidFeedback()
    await inTransaction(db, async (transaction) => {
      if (!(await consumeCaptcha(transaction, solved))) throw invalidFeedback()
      await enforceLimit(transaction, request, config.MAIL_LIMIT_PER_VISITOR)
      await store(transaction, feedback, definition, request)
      await addToOutbox(transaction, feedbackMail(feedback, definition.title, config.SERVICE_EMAIL))
    })
    return { success: true }
  })
}

/** Whether any of the networks has a provider with this name. */
async function hasProvider(db: Database, networks: Definition['networks'], name: string): Promise<boolean> {
  const codes = networks.map(({ code }) => code)
  const found = sql`
    select from provider
     where network_code = any(${codes}::text[])
       and not hidden
       and name_key = search_key(${name})
     limit 1`
  return (await queryRow(db, z.object({}), found)) !== undefined
}

/** The error response to invalid feedback, with the flag and the message that the specification requires. */
const invalidFeedback = () => problem(422, messages.feedback.refused, { success: false })

/**
 * Rejects feedback beyond a visitor's daily limit; concurrent requests wait until this one has been counted.
 */
async function enforceLimit(db: Database, request: FastifyRequest, limit: number) {
  const visitor = ipBucket(request.ip)
  await execute(db, sql`select pg_advisory_xact_lock(hashtext('feedback'), hashtext(${visitor}))`)
  const since = timeAgo(dayMs)
  const counted = sql`
    select count(*)::int as count from feedback where visitor = ${visitor} and made_at > ${since}`
  const row = await queryRow(db, z.object({ count: z.number() }), counted)
  if (row && row.count >= limit) throw problem(429, messages.feedback.tooMuch, { success: false })
}

async function store(db: Database, feedback: Feedback, definition: Definition, request: FastifyRequest) {
  const { itemId, providerName, name, email, message } = feedback
  await execute(
    db,
    sql`
    insert into feedback (definition_key, item_id, provider_name, name, email, message, visitor, made_at)
    values (${definition.key}, ${itemId}, ${providerName}, ${name}, ${email}, ${message}, ${ipBucket(request.ip)}, ${now()})`,
  )
  await audit(db, { ...auditActor(request), action: 'sent feedback', subject: definition.key })
}

/** The feedback email to customer service; Reply-To is the author. */
function feedbackMail(feedback: Feedback, searchTitle: string, serviceEmail: string): Mail {
  const { providerName, name, email, message } = feedback
  const fields: [string, string][] = [
    [text.feedbackProvider, providerName],
    [text.feedbackSearch, searchTitle],
    [text.feedbackName, name],
    [text.feedbackEmail, email],
  ]
  const rows = fields.map(
    ([label, value]) => `<tr><th align="left">${label}</th><td>${escapeHtml(value)}</td></tr>`,
  )
  const paragraphs = escapeHtml(message).replaceAll(/\r?\n/g, '<br>')
  return {
    to: serviceEmail,
    replyTo: email,
    subject: text.feedbackSubject(providerName),
    text: [...fields.map(([label, value]) => `${label}: ${value}`), '', message].join('\n'),
    html: `<table cellpadding="4">${rows.join('')}</table><p>${paragraphs}</p>`,
  }
}

const algorithm = 'PBKDF2/SHA-256'
/** 3,000 attempts at this cost take about one second on a desktop core and a few seconds on a phone. */
const cost = 2000
const minutesToSolve = 10

const solved = z.object({
  challenge: captchaChallenge,
  solution: z.object({ counter: z.int().nonnegative(), derivedKey: z.string().max(128) }),
})
/** A solved challenge, valid for one use until it expires. */
type SolvedCaptcha = { nonce: string; expiresAt: Date }

/**
 * Creates a challenge that is valid for ten minutes and takes between a third of `maxIterations` and
 * `maxIterations` attempts.
 */
async function createCaptchaChallenge(db: Database, maxIterations: number): Promise<CaptchaChallenge> {
  const secret = await captchaKey(db)
  const expiresAt = Math.floor(now().getTime() / 1000) + minutesToSolve * 60
  const counter = randomInt(maxIterations, Math.floor(maxIterations / 3))
  const secrets = { hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret} key` }
  return captchaChallenge.parse(
    await createChallenge({ algorithm, cost, counter, deriveKey, expiresAt, ...secrets }),
  )
}

/** The challenge that a token solves; undefined if the token is missing, forged, expired or wrong. */
async function verifyCaptcha(db: Database, token: string): Promise<SolvedCaptcha | undefined> {
  const { data } = solved.safeParse(parseToken(token))
  if (!data) return undefined
  const { nonce, expiresAt } = data.challenge.parameters
  const until = new Date(expiresAt * 1000)
  if (until <= now()) return undefined
  const secret = await captchaKey(db)
  const secrets = { hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret} key` }
  const { verified } = await verifySolution({ ...data, deriveKey, ...secrets })
  return verified ? { nonce, expiresAt: until } : undefined
}

/** Consumes a solved challenge. Returns false if it has been used before, by any process. */
async function consumeCaptcha(db: Database, { nonce, expiresAt }: SolvedCaptcha): Promise<boolean> {
  const inserted = sql`
    insert into captcha_used (nonce, expires_at) values (${nonce}, ${expiresAt}) on conflict do nothing`
  return (await execute(db, inserted)) === 1
}

/** Parses the widget's token, which is JSON in Base64; returns undefined if it is malformed. */
function parseToken(token: string): unknown {
  try {
    return JSON.parse(atob(token))
  } catch {
    return undefined
  }
}

const { captchaKey: keyColumn } = encryptedColumns
/** The table has one row. */
const keyPlace = ['true']

async function captchaKey(db: Database): Promise<string> {
  const row = await queryRow(
    db,
    z.object({ stored: z.string().min(32) }),
    sql`select secret as stored from captcha_key`,
  )
  const secret = row && (await findSecret(db, keyColumn, keyPlace, row.stored))
  if (!secret)
    throw new Error('The database has no readable captcha key. Replace it: portal captcha-key rotate')
  return secret
}

/** Replaces the key of the captcha. Challenges that are open must be solved again. */
export async function rotateCaptchaKey(owner: Database, actor: string): Promise<void> {
  await recordColumnKey(owner)
  await inTransaction(owner, async (db) => {
    const stored = encryptText(db, keyColumn, keyPlace, randomBytes(32).toString('hex'))
    await execute(db, sql`update captcha_key set secret = ${stored}`)
    await audit(db, { actor, action: 'captcha key rotated', subject: 'all visitors' })
  })
}

/** Keeps a used captcha a little longer than it is accepted, so that no request in progress can use it again. */
export const captchaCleanup: readonly CleanupJob[] = [
  {
    name: 'captcha_used',
    statements: () => [sql`delete from captcha_used where expires_at < ${timeAgo(60_000)}`],
  },
]
