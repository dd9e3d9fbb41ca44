import { z } from 'zod'
import type { Log } from '#platform/config/log.ts'
import type { Config } from '#platform/config/settings.ts'
import { timeAgo } from '#platform/contract/clock.ts'
import { type Database, sql, withScope } from '#platform/db/database.ts'
import { describeFailure, postWebhook, type Webhook } from '#platform/http/post-webhook.ts'
import type { CleanupJob } from '#platform/jobs/cleanup.ts'
import { type DeliveryQueue, deliverDueItems, deliveryPollMs } from '#platform/jobs/deliver-due-items.ts'
import { idleWorker, startPollWorker, type Worker } from '#platform/jobs/poll-worker.ts'
import type { BacklogSource } from '#platform/jobs/read-backlog.ts'
import { findServiceScope } from '#sign-in/server/tokens/service-tokens.ts'
import { assignFeedPositions } from './assign-feed-positions.ts'

/** A notification that a decision can be read in the feed. */
type DecisionNotification = { id: string; position: number; createdAt: Date }

/** Delivers a notification, or throws. */
export type SendNotification = (notification: DecisionNotification) => Promise<void>

/** Sends notifications to an address. A notification has only the id and the position of a decision. */
export const createWebhook =
  (webhook: Webhook, timeoutMs?: number): SendNotification =>
  ({ id, position, createdAt }) => {
    const content = { type: 'decision.available', timestamp: createdAt.toISOString(), data: { id, position } }
    return postWebhook(webhook, { id, content }, timeoutMs)
  }

/** With the delays between them, twelve attempts take about 20 hours. */
export const maxAttempts = 12

const dueNotification = z.object({
  id: z.uuid(),
  position: z.number(),
  createdAt: z.date(),
  attempts: z.number(),
})
type DueNotification = z.infer<typeof dueNotification>

const notificationQueue = (send: SendNotification, log: Log): DeliveryQueue<DueNotification> => ({
  table: 'decision_notification',
  columns: sql`id, position, created_at as "createdAt", attempts`,
  row: dueNotification,
  order: sql`due_at, position`,
  deliver: send,
  handleFailure: (thrown, { id }, { attempts }) => {
    const error = describeFailure(thrown)
    const isGivenUp = attempts >= maxAttempts
    log.warn({ notification: id, attempts, error, isGivenUp }, 'webhook delivery failed')
    return { error, isGivenUp }
  },
  recordAttempt: (error, at) => sql`error = ${error}, attempted_at = ${at}`,
})

/**
 * Gives positions to the decisions that can no longer be undone and sends the notifications that are due, one at a time,
 * until none is due or `stop` is aborted. Returns the number of attempts.
 */
export async function sendDueNotifications(
  db: Database,
  send: SendNotification,
  log: Log,
  stop?: AbortSignal,
): Promise<number> {
  await withScope(db, await findServiceScope(db), (scoped) =>
    assignFeedPositions(scoped, { isNotified: true }),
  )
  return deliverDueItems(db, notificationQueue(send, log), stop)
}

type WorkerDeps = {
  db: Database
  config: Pick<Config, 'BACKOFFICE_WEBHOOK_URL' | 'BACKOFFICE_WEBHOOK_SECRET'>
  log: Log
}

/** Notifies the back office while the portal runs, if an address is set. `stop` lets the current notification finish. */
export function startNotificationWorker({ db, config, log }: WorkerDeps): Worker {
  const { BACKOFFICE_WEBHOOK_URL: url, BACKOFFICE_WEBHOOK_SECRET: secrets } = config
  if (!url || !secrets) return idleWorker
  const send = createWebhook({ url, secrets })
  return startPollWorker({
    job: 'notifications',
    intervalMs: deliveryPollMs,
    poll: (stopping) => sendDueNotifications(db, send, log, stopping),
    log,
    failure: 'failed to send notifications',
  })
}

const retentionMs = 30 * 24 * 60 * 60_000

/** Those that were given up stay until they are sent. */
export const notificationCleanup: CleanupJob[] = [
  {
    name: 'decision_notification',
    statements: () => [sql`delete from decision_notification where sent_at < ${timeAgo(retentionMs)}`],
  },
]

export const notificationBacklog: BacklogSource = {
  queue: 'notifications',
  items: sql`
    select created_at as since, given_up_at is not null as failed from decision_notification where sent_at is null`,
}
