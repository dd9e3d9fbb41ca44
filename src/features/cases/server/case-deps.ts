import type { Config } from '#platform/config/settings.ts'
import type { Database } from '#platform/db/database.ts'
import type { DocumentStore } from '#platform/pdf/document-store/document-store.ts'
import type { RenderPool } from '#platform/pdf/render-pool.ts'

/** Dependencies of the case routes. */
export type CaseDeps = {
  db: Database
  store: DocumentStore
  renderPool: RenderPool
  config: Pick<Config, 'PORTAL_TIME_ZONE' | 'COMPANY_NAME' | 'SEARCH_CONCURRENCY'>
}
