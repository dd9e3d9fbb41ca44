import { z } from 'zod'
import { endpoint } from './contract/endpoint.ts'

const mailKey = z.object({ id: z.uuid() })

/** The data of an email that a list shows. */
export const mailLine = z.object({
  id: z.uuid(),
  to: z.string(),
  subject: z.string(),
  madeAt: z.iso.datetime(),
  state: z.enum(['waiting', 'sent', 'given up']),
  attempts: z.number(),
  /** The error code of the last attempt, if it failed. */
  fault: z.string().nullable(),
  /** When the next attempt to deliver a waiting email is due. */
  dueAt: z.iso.datetime(),
})
export type MailLine = z.infer<typeof mailLine>

export const listUndeliveredMail = endpoint({
  method: 'GET',
  path: '/api/undelivered-mail',
  access: 'internal',
  summary: 'Undelivered mail: permanently failed, or waiting for another attempt',
  request: z.object({}),
  response: z.object({ mails: z.array(mailLine) }),
})

export const sendMailAgain = endpoint({
  method: 'POST',
  path: '/api/undelivered-mail/{id}',
  access: 'internal',
  summary: 'Retries an undelivered email now',
  request: mailKey,
  response: z.object({ state: z.literal('waiting') }),
})

export const listMailbox = endpoint({
  method: 'GET',
  path: '/api/dev/mail',
  access: 'internal',
  summary: 'The newest emails in the development mailbox; 404 in production',
  request: z.object({}),
  response: z.object({ mails: z.array(mailLine) }),
})

export const readMail = endpoint({
  method: 'GET',
  path: '/api/dev/mail/{id}',
  access: 'internal',
  summary: 'An email in the development mailbox; 404 in production',
  request: mailKey,
  response: mailLine.extend({
    from: z.string(),
    replyTo: z.string().nullable(),
    text: z.string(),
    html: z.string(),
  }),
})
