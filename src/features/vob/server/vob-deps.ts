import type { Database } from '#platform/server/database.ts'
import type { Press } from '#platform/server/documents/render-pool.ts'
import type { Config } from '#platform/server/settings.ts'

/** What the verification of benefits works with. */
export type VobDeps = { db: Database; config: Pick<Config, 'PORTAL_TIME_ZONE'>; press: Press }

/** The module that makes the letter; only the press loads it. */
export const letter = new URL('./vob-letter.ts', import.meta.url)
