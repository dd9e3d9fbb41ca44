import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'

/** A notification of the back office that could not be delivered yet. */
export const undeliveredNotification = z.object({
  /** The id of the decision in the feed, which is also the `webhook-id`. */
  id: z.uuid(),
  /** The position of the decision in the feed. */
  position: z.number(),
  createdAt: z.iso.datetime(),
  state: z.enum(['waiting', 'given up']),
  attempts: z.number(),
  /** The status or error code of the last attempt. */
  error: z.string(),
  attemptedAt: z.iso.datetime(),
  /** When the next attempt is due. */
  dueAt: z.iso.datetime(),
})
export type UndeliveredNotification = z.infer<typeof undeliveredNotification>

export const listUndeliveredNotifications = endpoint({
  method: 'GET',
  path: '/api/undelivered-notifications',
  access: 'internal',
  summary: 'Undelivered notifications of the back office: given up, or waiting for another attempt.',
  request: z.object({}),
  response: z.object({
    /** The host that notifications are sent to; null if they are turned off. */
    host: z.string().nullable(),
    notifications: z.array(undeliveredNotification),
  }),
})

export const sendNotificationAgain = endpoint({
  method: 'POST',
  path: '/api/undelivered-notifications/{id}',
  access: 'internal',
  summary: 'Retries an undelivered notification of the back office now.',
  request: z.object({ id: z.uuid() }),
  response: z.object({ state: z.literal('waiting') }),
})
