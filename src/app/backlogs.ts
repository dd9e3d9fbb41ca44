import { notificationBacklog } from '#authorizations/server/backoffice/notification-worker.ts'
import type { BacklogSource } from '#platform/jobs/read-backlog.ts'
import { mailBacklog } from '#platform/mail/outbox.ts'
import { reportBacklog } from '#reports/server/runs/run-queries.ts'

/** Every queue in the database. */
export const backlogs: readonly BacklogSource[] = [mailBacklog, notificationBacklog, reportBacklog]
