import { loadGeography } from '#geography/server/load-geography.ts'
import { listUsableDemoAccounts } from '#members/server/members-seed.ts'
import { messages as platform } from '#platform/config/messages.ts'
import { isProduction } from '#platform/config/production-rules.ts'
import { type Config, InvalidSettingsError } from '#platform/config/settings.ts'
import { type Database, execute, sql } from '#platform/db/database.ts'
import type { DatabaseContext } from '#platform/db/database-context.ts'
import { migrate } from '#platform/db/migrations.ts'
import { createChunkIndex } from '#platform/pdf/document-service/chunk-index.ts'
import { openDocumentService } from '#platform/pdf/document-service/document-service.ts'
import { documentOptions } from '#platform/pdf/document-service/document-settings.ts'
import { installDefaultDirectory } from '#provider-search/server/directory/directory-import.ts'
import { demoDate, seedDemoData } from '#seed/seed-demo-data.ts'
import { messages } from './startup-messages.ts'

/** Prepares an opened database for serving; until it is ready, reports why requests have to wait. */
export async function prepareDatabase(
  databaseContext: DatabaseContext,
  config: Config,
  wait: (reason: string) => void,
) {
  await rejectUnknownZone(databaseContext.owner, config.PORTAL_TIME_ZONE)
  wait(messages.migrating)
  await migrate(databaseContext.owner, {
    allowsNewer: config.ALLOW_NEWER_DATABASE,
    onWait(text) {
      wait(messages.migrationWaits)
      databaseContext.print(text)
    },
  })
  wait(messages.loadingPlaces)
  await fillEmptyPortal(databaseContext)
  if (isProduction(config)) await rejectDemoData(databaseContext.owner)
  wait(messages.loadingDemonstration)
  const chunkIndex = createChunkIndex(databaseContext.owner)
  const documentService = openDocumentService(config.DATA_DIR, { ...documentOptions(config), chunkIndex })
  const getParts = async () => (await import('./demo-parts.ts')).demoParts(documentService, config)
  await seedDemoData(getParts, databaseContext, config).finally(documentService.close)
}

/** Refuses to start with a time zone that Node.js knows and the database does not, such as a newer name. */
export async function rejectUnknownZone(db: Database, zone: string) {
  await execute(db, sql`select now() at time zone ${zone}`).catch((cause: { code?: string }) => {
    if (cause.code !== invalidParameter) throw cause
    throw new InvalidSettingsError(messages.unknownZone(zone), { cause })
  })
}

const invalidParameter = '22023'

/** Refuses to start in production with demo data or usable demo accounts from an earlier start. */
async function rejectDemoData(db: Database) {
  if (await demoDate(db)) throw new InvalidSettingsError(platform.production.demonstrationInside)
  const names = await listUsableDemoAccounts(db)
  if (names.length > 0) throw new InvalidSettingsError(platform.production.openAccounts(names))
}

/** Loads the initial data of every portal: geography and the standard searches. */
export async function fillEmptyPortal(databaseContext: DatabaseContext) {
  await loadGeography(databaseContext)
  await installDefaultDirectory(databaseContext.owner)
}
