import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Log } from '#platform/config/log.ts'
import type { Config } from '#platform/config/settings.ts'
import { now, timeAgo } from '#platform/contract/clock.ts'
import { type Database, sql, withScope } from '#platform/db/database.ts'
import type { CleanupJob } from '#platform/jobs/cleanup.ts'
import { type DeliveryQueue, deliverDueItems, deliveryPollMs } from '#platform/jobs/deliver-due-items.ts'
import { startPollWorker, type Worker } from '#platform/jobs/poll-worker.ts'
import { findServiceScope } from '#sign-in/server/service-tokens.ts'
import { assignFeedPositions } from './assign-feed-positions.ts'

/** With the delays between them, twelve attempts take about 20 hours. */
export const maxAttempts = 12

/** A notification that a decision can be read in the feed. */
const dueNotification = z.object({
  id: z.uuid(),
  position: z.number(),
  createdAt: z.date(),
  attempts: z.number(),
})
type DueNotification = z.infer<typeof dueNotification>

/** Delivers a notification, or throws. */
export type SendNotification = (notification: Omit<DueNotification, 'attempts'>) => Promise<void>

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
  outcome: (error, at) => sql`error = ${error}, attempted_at = ${at}`,
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
  if (!url || !secrets) return { stop: async () => {} }
  const send = createWebhook({ url, secrets })
  return startPollWorker({
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

type Webhook = { url: string; secrets: readonly Buffer[] }

/** The receiver answered with an error or a redirect. */
class WebhookResponseError extends Error {
  override name = 'WebhookResponseError'
  readonly code: string

  constructor(status: number) {
    super(`The webhook responded with ${status}.`)
    this.code = `HTTP ${status}`
  }
}

const responseTimeoutMs = 10_000

/**
 * Sends notifications to an address, signed as Standard Webhooks specifies. A notification has only the id and the
 * position of a decision. Follows no redirects, ignores what the receiver responds with, and waits ten seconds for it.
 */
export const createWebhook =
  ({ url, secrets }: Webhook, timeoutMs = responseTimeoutMs): SendNotification =>
  async ({ id, position, createdAt }) => {
    const body = JSON.stringify({
      type: 'decision.available',
      timestamp: createdAt.toISOString(),
      data: { id, position },
    })
    const timestamp = String(Math.floor(now().getTime() / 1000))
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': secrets.map((secret) => sign(secret, `${id}.${timestamp}.${body}`)).join(' '),
      },
      body,
    })
    await response.body?.cancel()
    if (!response.ok) throw new WebhookResponseError(response.status)
  }

const sign = (secret: Buffer, content: string) =>
  `v1,${createHmac('sha256', secret).update(content).digest('base64')}`

/** Returns why a delivery failed: a status or an error code, without the address or any text of the receiver. */
function describeFailure(error: unknown): string {
  const { name, code, cause } = error as { name?: string; code?: unknown; cause?: { code?: unknown } }
  if (name === 'TimeoutError') return 'timeout'
  const found = cause?.code ?? code
  return typeof found === 'string' ? found : 'connection failed'
}
