import { timeAgo } from '#platform/contract/clock.ts'
import { sql } from '#platform/db/database.ts'
import type { CleanupJob } from '#platform/jobs/cleanup.ts'

const minute = 60_000
const day = 24 * 60 * minute
export const providerSearchCleanup: CleanupJob[] = [
  /** The limits on emails cover one day. */
  {
    name: 'provider_email',
    statements: () => [sql`delete from provider_email where made_at <= ${timeAgo(day)}`],
  },
  /** Keeps a used captcha a little longer than it is accepted, so that no request in progress can use it again. */
  {
    name: 'captcha_used',
    statements: () => [sql`delete from captcha_used where expires_at < ${timeAgo(minute)}`],
  },
]
