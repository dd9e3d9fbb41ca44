import { membersCleanup } from '#members/server/members-cleanup.ts'
import type { CleanupJob } from '#platform/jobs/cleanup.ts'
import { mailCleanup } from '#platform/mail/outbox.ts'
import { providerSearchCleanup } from '#provider-search/server/provider-search-cleanup.ts'
import { reportsCleanup } from '#reports/server/runs/run-queries.ts'
import { signInCleanup } from '#sign-in/server/sign-in-cleanup.ts'

/** Everything that the portal deletes on a schedule. */
export const cleanupJobs: readonly CleanupJob[] = [
  ...signInCleanup,
  ...membersCleanup,
  ...providerSearchCleanup,
  ...mailCleanup,
  ...reportsCleanup,
]
