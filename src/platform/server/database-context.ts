import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { checkExternalDatabase } from './check-external-database.ts'
import { type Database, openDatabase } from './database.ts'
import { openEmbeddedPostgres } from './embedded/embedded-postgres.ts'
import type { Log } from './log.ts'
import { openConnection } from './pg-client.ts'
import type { Config } from './settings.ts'

/** The database: as its owner for migrations and imports, and as the serving role for everything else. */
export type DatabaseContext = {
  owner: Database
  app: Database
  /** A dedicated connection as the owner, for COPY; the caller ends it. */
  connect(): Promise<pg.Client>
  print(line: string): void
  close(): Promise<void>
}

const quarterOfAnHour = 15 * 60_000
/** Closing waits this long for running queries; longer ones keep their connections until the process ends. */
const closeTimeoutMs = 1_500

/**
 * Opens the database that the settings name: an external one, or the embedded one under DATA_DIR, started if
 * necessary.
 */
export async function openDatabaseContext(
  config: Config,
  purpose: 'server' | 'command',
  print: (line: string) => void,
  log?: Log,
): Promise<DatabaseContext> {
  const addresses = config.DATABASE_URL
    ? await checkExternalDatabase(config.DATABASE_URL)
    : await openEmbeddedPostgres({ dataDir: config.DATA_DIR, purpose, say: print })
  const logged = log ? { log } : {}
  const owner = openDatabase(addresses.owner, {
    connections: 2,
    statementTimeoutMs: quarterOfAnHour,
    ...logged,
  })
  const app = openDatabase(addresses.app, {
    connections: config.DATABASE_POOL_SIZE,
    statementTimeoutMs: 20_000,
    ...logged,
  })
  return {
    owner,
    app,
    print,
    connect: () => openConnection(addresses.owner),
    close: async () => {
      const closed = Promise.allSettled([owner.destroy(), app.destroy()])
      await Promise.race([closed, delay(closeTimeoutMs, undefined, { ref: false })])
      await addresses.close()
    },
  }
}
