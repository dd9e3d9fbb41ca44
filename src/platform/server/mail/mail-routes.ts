import type { FastifyInstance, FastifyRequest } from 'fastify'
import { listMailbox, listUndeliveredMail, readMail, sendMailAgain } from '../../contract.ts'
import { messages as mailMessages } from '../../mail-messages.ts'
import { messages } from '../../messages.ts'
import { audit } from '../audit.ts'
import { type Database, inTransaction } from '../database.ts'
import { problem } from '../problem.ts'
import { isProduction } from '../production-rules.ts'
import { registerEndpoint } from '../register-endpoint.ts'
import type { Config } from '../settings.ts'
import { findMail, findNewestMail, findUndeliveredMail, scheduleNow } from './mail-queries.ts'
import { mailSender } from './mail-transport.ts'

/** Identifies the internal user of a request; provided by sign-in. */
type GetActor = (request: FastifyRequest) => string

/** The outbox for internal staff: undelivered mail and, except in production, all mail. */
export function mailRoutes(app: FastifyInstance, db: Database, config: Config, getActor: GetActor) {
  const entry = (action: string, subject: string, request: FastifyRequest) => ({
    actor: getActor(request),
    action,
    subject,
    address: request.ip,
    reference: request.id,
  })

  registerEndpoint(app, listUndeliveredMail, async (_input, request) => {
    await audit(db, entry('listed undelivered mail', 'outbox', request))
    return { mails: await findUndeliveredMail(db) }
  })

  registerEndpoint(app, sendMailAgain, ({ id }, request) =>
    inTransaction(db, async (transaction) => {
      if (!(await scheduleNow(transaction, id))) throw problem(404, mailMessages.unknown)
      await audit(transaction, entry('sent a mail again', id, request))
      return { state: 'waiting' as const }
    }),
  )

  registerEndpoint(app, listMailbox, async (_input, request) => {
    rejectMailbox(config)
    await audit(db, entry('listed mail', 'outbox', request))
    return { mails: await findNewestMail(db) }
  })

  registerEndpoint(app, readMail, async ({ id }, request) => {
    rejectMailbox(config)
    const mail = await findMail(db, id)
    if (!mail) throw problem(404, mailMessages.unknown)
    await audit(db, entry('read a mail', id, request))
    const { name, address } = mailSender(config)
    return { ...mail, from: `${name} <${address}>` }
  })
}

function rejectMailbox(config: Config) {
  if (isProduction(config)) throw problem(404, messages.notFound)
}
