import type { Database } from '#platform/server/database.ts'
import type { DocumentStore } from '#platform/server/document-store/document-store.ts'
import type { RenderPool } from '#platform/server/documents/render-pool.ts'
import type { Config } from '#platform/server/settings.ts'

/** Dependencies of the case routes. */
export type CaseDeps = {
  db: Database
  store: DocumentStore
  renderPool: RenderPool
  config: Pick<Config, 'PORTAL_TIME_ZONE' | 'COMPANY_NAME' | 'SEARCH_CONCURRENCY'>
}
