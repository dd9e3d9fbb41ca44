import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Database } from '#platform/server/database.ts'
import type { Workplace } from '#platform/server/workplace.ts'

/** One transaction on one connection: `client` for COPY, `db` for every other statement. */
export type ImportSession = { client: pg.Client; db: Database }

/** What `work` gives in a transaction of its own, with the memory that sorting and indexing a roster wants. */
export async function inImportSession<T>(
  { connect }: Pick<Workplace, 'connect'>,
  work: (session: ImportSession) => Promise<T>,
): Promise<T> {
  const client = await connect()
  client.on('error', () => {})
  try {
    await client.query(`
      begin;
      set local statement_timeout = 0;
      set local work_mem = '128MB';
      set local maintenance_work_mem = '512MB';
      set local max_parallel_maintenance_workers = 2`)
    const result = await work({ client, db: databaseOn(client) })
    await client.query('commit')
    return result
  } finally {
    await client.end()
  }
}

function databaseOn(client: pg.Client): Database {
  const connection = { query: client.query.bind(client), release: () => {} }
  const pool = { connect: async () => connection, end: async () => {} }
  return new Kysely({ dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }) })
}
