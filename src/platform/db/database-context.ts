import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Application } from '#embedded-postgres/application.ts'
import { openEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import type { Log } from '../config/log.ts'
import type { Config } from '../config/settings.ts'
import { checkExternalDatabase } from './check-external-database.ts'
import { attachColumnKeys, findColumnKeys, openColumnKeys } from './column-encryption/column-keys.ts'
import { type Database, execute, openDatabase, sql } from './database.ts'
import { endConnection, openConnection } from './pg-client.ts'
import { openReplica, type Replica } from './replica.ts'

/**
 * The database: as its owner for migrations and imports, and as the serving role for everything else. All have the keys
 * of encrypted columns, which `findColumnKeys` returns.
 */
export type DatabaseContext = {
  owner: Database
  app: Database
  /** The serving role, too, for reports that no request waits for: a query can take ten minutes instead of 20 s. */
  background: Database
  /** Serves provider searches of a server that has one. */
  replica?: Replica
  /** Whether other servers of the portal used the database when this process opened it. */
  isShared?: boolean
  /** A dedicated connection as the owner, for COPY; the caller ends it. */
  connect(): Promise<pg.Client>
  print(line: string): void
  close(): Promise<void>
}

/** The portal, as the owner of an embedded PostgreSQL. The migrations name the role `portal_app`. */
export const portalApplication: Application = {
  title: 'the portal',
  database: 'portal',
  ownerRole: 'portal_owner',
  appRole: 'portal_app',
  sharedDir: '/var/lib/client-portal',
  tempPrefix: 'portal-',
  settings: {
    dataDir: ['DATA_DIR', '/srv/portal'],
    databaseUrl: ['DATABASE_URL', 'postgres://portal:secret@localhost/portal'],
  },
}

const ownerLimits = { connections: 2, statementTimeoutMs: 15 * 60_000 }
const servingTimeoutMs = 20_000
/** As many connections as background reports run at once. */
const backgroundLimits = { connections: 2, statementTimeoutMs: 10 * 60_000 }
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
    ? await checkExternalDatabase(config.DATABASE_URL, purpose)
    : await openEmbeddedPostgres({ application: portalApplication, dataDir: config.DATA_DIR, purpose, print })
  const common = { purpose, ...(log ? { log } : {}) }
  const owner = openDatabase(addresses.owner, { ...ownerLimits, ...common })
  const serving = { connections: config.DATABASE_POOL_SIZE, statementTimeoutMs: servingTimeoutMs }
  const app = openDatabase(addresses.app, { ...serving, ...common })
  const background = openDatabase(addresses.app, { ...backgroundLimits, ...common })
  const connectionString = purpose === 'server' ? config.DATABASE_REPLICA_URL : undefined
  const columnKeys = openColumnKeys(config)
  if (purpose === 'command') columnKeys.reportDamage = ({ message }) => print(message)
  for (const db of [owner, app, background]) attachColumnKeys(db, columnKeys)
  const maxLagSeconds = config.DATABASE_REPLICA_MAX_LAG
  const replica =
    connectionString && log
      ? openReplica({
          primary: app,
          primaryAddress: addresses.app,
          connectionString,
          maxLagSeconds,
          ...serving,
          log,
        })
      : undefined
  return {
    owner,
    app,
    background,
    ...(replica ? { replica } : {}),
    ...('isShared' in addresses ? { isShared: addresses.isShared } : {}),
    print,
    connect: () => openConnection(addresses.owner, { statementTimeoutMs: 0, purpose }),
    close: async () => {
      const pools = [owner, app, background].map((db) => db.destroy())
      const closed = Promise.allSettled([...pools, replica?.close()])
      await Promise.race([closed, delay(closeTimeoutMs, undefined, { ref: false })])
      await addresses.close()
    },
  }
}

/** The connection of an import: `client` for COPY, `db` for every other statement. Its locks end with it. */
export type ImportSession = {
  client: pg.Client
  db: Database
  /** Writes everything in `work`, or nothing. */
  transaction<T>(work: () => Promise<T>): Promise<T>
}

/**
 * Runs `work` on a dedicated connection with enough memory to sort and index many rows. Neither statements
 * nor pauses in a transaction, while documents are copied or scanned, have a time limit.
 */
export async function inImportSession<T>(
  { connect, owner }: Pick<DatabaseContext, 'connect' | 'owner'>,
  work: (session: ImportSession) => Promise<T>,
): Promise<T> {
  const client = await connect()
  client.on('error', () => {})
  const db = databaseOn(client)
  attachColumnKeys(db, findColumnKeys(owner))
  try {
    await client.query(`
      set idle_in_transaction_session_timeout = 0;
      set work_mem = '128MB';
      set maintenance_work_mem = '512MB';
      set max_parallel_maintenance_workers = 0`)
    return await work({ client, db, transaction: (write) => inTransactionOn(db, write) })
  } finally {
    await endConnection(client)
  }
}

async function inTransactionOn<T>(db: Database, work: () => Promise<T>): Promise<T> {
  await execute(db, sql`begin`)
  try {
    const result = await work()
    await execute(db, sql`commit`)
    return result
  } catch (error) {
    await execute(db, sql`rollback`).catch(() => {})
    throw error
  }
}

function databaseOn(client: pg.Client): Database {
  const connection = { query: client.query.bind(client), release: () => {} }
  const pool = { connect: async () => connection, end: async () => {} }
  return new Kysely({ dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }) })
}
