import type pg from 'pg'
import { connectionTo } from './connection.ts'
import { type Database, type DatabaseAddress, openDatabase } from './database.ts'
import { openEmbeddedPostgres } from './embedded/embedded-postgres.ts'
import { externalDatabase } from './external-database.ts'
import type { Log } from './log.ts'
import type { Config } from './settings.ts'

/** The database, as its owner for migrations and imports and as the serving role for everything else. */
export type Workplace = {
  owner: Database
  app: Database
  /** A connection of its own as the owner, for COPY; whoever asks for it ends it. */
  connect(): Promise<pg.Client>
  say(line: string): void
  close(): Promise<void>
}

const quarterOfAnHour = 15 * 60_000

/** Opens the database the settings name: theirs, or the embedded one under DATA_DIR, started if need be. */
export async function openWorkplace(
  config: Config,
  purpose: 'server' | 'command',
  say: (line: string) => void,
  log?: Log,
): Promise<Workplace> {
  const addresses = config.DATABASE_URL
    ? await externalDatabase(config.DATABASE_URL)
    : await openEmbeddedPostgres({ dataDir: config.DATA_DIR, purpose, say })
  const logged = log ? { log } : {}
  const owner = openDatabase(addresses.owner, {
    connections: 2,
    statementTimeoutMs: quarterOfAnHour,
    ...logged,
  })
  const app = openDatabase(addresses.app, {
    connections: config.DATABASE_CONNECTIONS,
    statementTimeoutMs: 20_000,
    ...logged,
  })
  return {
    owner,
    app,
    say,
    connect: () => connected(addresses.owner),
    close: async () => {
      await Promise.all([owner.destroy(), app.destroy()])
      await addresses.close()
    },
  }
}

async function connected(address: DatabaseAddress) {
  const client = connectionTo(address)
  await client.connect()
  return client
}
