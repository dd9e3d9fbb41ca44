import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { type Database, execute, sql } from './database.ts'
import type { DatabaseContext } from './database-context.ts'
import { endConnection } from './pg-client.ts'

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
  { connect }: Pick<DatabaseContext, 'connect'>,
  work: (session: ImportSession) => Promise<T>,
): Promise<T> {
  const client = await connect()
  client.on('error', () => {})
  const db = databaseOn(client)
  try {
    await client.query(`
      set statement_timeout = 0;
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
