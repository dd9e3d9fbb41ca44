import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/server/audit.ts'
import { type Database, execute, inTransaction, queryRow, sql } from '#platform/server/database.ts'
import { ipBucket } from '#platform/server/ip-bucket.ts'
import { addToOutbox } from '#platform/server/mail/outbox.ts'
import { problem } from '#platform/server/problem.ts'
import { registerEndpoint } from '#platform/server/register-endpoint.ts'
import { rejectOtherSites } from '#platform/server/same-origin.ts'
import type { Config } from '#platform/server/settings.ts'
import { type Feedback, getCaptchaChallenge, sendFeedback } from '../contract.ts'
import { feedbackItem, isValidFeedback } from '../email-validation.ts'
import { messages } from '../mail-messages.ts'
import { auditActor } from './analytics-client.ts'
import { consumeCaptcha, createCaptchaChallenge, verifyCaptcha } from './captcha.ts'
import type { Definition } from './definitions.ts'
import { feedbackMail } from './feedback-mail.ts'
import { searchDefinitionOf } from './search-access-guard.ts'

const day = 24 * 60 * 60_000

/** Stores provider feedback and queues the email to customer service in one transaction. */
export function feedbackRoutes(app: FastifyInstance, db: Database, config: Config) {
  registerEndpoint(app, getCaptchaChallenge, () => createCaptchaChallenge(db, config.CAPTCHA_MAX_ITERATIONS))

  registerEndpoint(app, sendFeedback, async (feedback, request) => {
    rejectOtherSites(request, config)
    const definition = searchDefinitionOf(request)
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

/** The problem for invalid feedback, with the flag and the message that the specification requires. */
const invalidFeedback = () => problem(422, messages.feedback.refused, { success: false })

/**
 * Rejects feedback beyond a visitor's daily limit; concurrent requests wait until this one has been counted.
 */
async function enforceLimit(db: Database, request: FastifyRequest, limit: number) {
  const visitor = ipBucket(request.ip)
  await execute(db, sql`select pg_advisory_xact_lock(hashtext('feedback'), hashtext(${visitor}))`)
  const since = new Date(now().getTime() - day)
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
