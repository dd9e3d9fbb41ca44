import type { Database } from '#platform/server/database.ts'
import type { RenderPool } from '#platform/server/documents/render-pool.ts'
import type { Config } from '#platform/server/settings.ts'

/** Dependencies of the verification of benefits routes. */
export type VobDeps = { db: Database; config: Pick<Config, 'PORTAL_TIME_ZONE'>; renderPool: RenderPool }

/** The module that renders the letter; only render workers load it. */
export const letter = new URL('./vob-letter.ts', import.meta.url)
