import type { Config } from '#platform/config/settings.ts'
import type { Database } from '#platform/db/database.ts'
import type { RenderPool } from '#platform/pdf/render-pool.ts'

/** Dependencies of the verification of benefits routes. */
export type VobDeps = { db: Database; config: Pick<Config, 'PORTAL_TIME_ZONE'>; renderPool: RenderPool }
