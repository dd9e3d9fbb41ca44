import { notificationBacklog } from '#authorizations/server/backoffice/notification-worker.ts'
import { streamBacklog } from '#platform/audit-stream/stream-queries.ts'
import type { Config } from '#platform/config/settings.ts'
import type { BacklogSource } from '#platform/jobs/read-backlog.ts'
import { mailBacklog } from '#platform/mail/outbox.ts'
import { reportBacklog } from '#reports/server/runs/run-queries.ts'

/** All queues in the database that the settings turn on. */
export const listBacklogs = ({ AUDIT_STREAM_URL }: Pick<Config, 'AUDIT_STREAM_URL'>): BacklogSource[] => [
  mailBacklog,
  notificationBacklog,
  reportBacklog,
  ...(AUDIT_STREAM_URL ? [streamBacklog] : []),
]
