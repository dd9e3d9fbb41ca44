import { z } from 'zod'
import type { Log } from '#platform/config/log.ts'
import type { Config } from '#platform/config/settings.ts'
import { now, timeAgo } from '#platform/contract/clock.ts'
import { type Database, execute, inTransaction, queryRow, sql, withScope } from '#platform/db/database.ts'
import type { CleanupJob } from '#platform/jobs/cleanup.ts'
import { startPollWorker, type Worker } from '#platform/jobs/poll-worker.ts'
import { retryDelay } from '#platform/mail/mail-worker.ts'
import { findServiceScope } from '#sign-in/server/service-tokens.ts'
import { assignFeedPositions } from './assign-feed-positions.ts'
import { createWebhook, describeFailure, type SendNotification } from './create-webhook.ts'

const pollMs = 1000
/** With the delays between them, twelve attempts take about 20 hours. */
export const maxAttempts = 12

const dueNotification = z.object({
  id: z.uuid(),
  position: z.number(),
  createdAt: z.date(),
  attempts: z.number(),
})
type DueNotification = z.infer<typeof dueNotification>

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
  let tried = 0
  while (!stop?.aborted && (await sendNext(db, send, log))) tried += 1
  return tried
}

/** The row stays locked while it is sent: other processes skip it, and it is free again if this one dies. */
const sendNext = (db: Database, send: SendNotification, log: Log): Promise<boolean> =>
  inTransaction(db, async (transaction) => {
    const notification = await queryRow(
      transaction,
      dueNotification,
      sql`
      select id, position, created_at as "createdAt", attempts
        from decision_notification
       where sent_at is null and given_up_at is null and due_at <= ${now()}
       order by due_at, position
       limit 1
         for update skip locked`,
    )
    if (!notification) return false
    const failure = await send(notification).then(
      () => undefined,
      (error: unknown) => describeFailure(error),
    )
    if (failure === undefined) await markSent(transaction, notification)
    else await markFailed(transaction, notification, failure, log)
    return true
  })

const markSent = (db: Database, { id }: DueNotification) =>
  execute(
    db,
    sql`
    update decision_notification
       set sent_at = ${now()}, attempted_at = ${now()}, attempts = attempts + 1, error = null
     where id = ${id}`,
  )

async function markFailed(db: Database, notification: DueNotification, error: string, log: Log) {
  const { id } = notification
  const attempts = notification.attempts + 1
  const at = now()
  const isGivenUp = attempts >= maxAttempts
  log.warn({ notification: id, attempts, error, isGivenUp }, 'webhook delivery failed')
  await execute(
    db,
    sql`
    update decision_notification
       set attempts = ${attempts}, attempted_at = ${at}, error = ${error},
           due_at = ${new Date(at.getTime() + retryDelay(attempts))}, given_up_at = ${isGivenUp ? at : null}
     where id = ${id}`,
  )
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
    intervalMs: pollMs,
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
