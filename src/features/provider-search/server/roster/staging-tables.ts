import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type Database, execute, queryRows, sql } from '#platform/server/database.ts'
import { copyColumns } from './copy-line.ts'

/** The staging table of one network, which no search reads, and the number of its rows. */
export type StagingTable = { network: string; table: string; rows: number }

/** The staging tables of one import. */
export type StagingTables = { name: string; tables: readonly StagingTable[] }

const prefix = 'provider_incoming_'

/** Whether a table is a staging table. */
export const isStagingTable = (table: string) => table.startsWith(prefix)

/**
 * Reserves staging tables for these networks. The session holds a lock, so other imports do not treat them as
 * abandoned.
 */
export async function reserveStagingTables(
  db: Database,
  networks: readonly string[],
): Promise<StagingTables> {
  const name = `${prefix}${randomBytes(4).toString('hex')}`
  await execute(db, sql`select pg_advisory_lock(hashtext(${name}))`)
  return { name, tables: networks.map((network, at) => ({ network, table: `${name}_${at}`, rows: 0 })) }
}

/** Creates the tables. Use a short transaction: this locks `provider`, and a swap would have to wait for it. */
export async function createStagingTables(db: Database, { tables }: StagingTables) {
  for (const { network, table } of tables) {
    await execute(
      db,
      sql`create table ${sql.table(table)}
            (like provider including defaults including generated including constraints, line integer,
             constraint of_network check (network_code = ${sql.lit(network)}))`,
    )
  }
}

/** Truncates the tables, which allows COPY to freeze rows in the same transaction. */
export async function truncateStagingTables(db: Database, { tables }: StagingTables) {
  await execute(db, sql`truncate ${sql.join(tables.map(({ table }) => sql.table(table)))}`)
}

/**
 * The statement that copies frozen rows, so that the first reads set no hint bits and vacuum has nothing to
 * do.
 */
export const copyStatement = ({ table }: StagingTable) =>
  `copy "${table}" (${copyColumns.join(', ')}) from stdin with (freeze)`

/** Drops the staging tables of an import. */
export async function dropStagingTables(db: Database, { tables }: StagingTables) {
  for (const { table } of tables) await dropTable(db, table)
}

/** Drops the tables that killed imports have left behind: those whose lock is free. */
export async function dropAbandonedTables(db: Database) {
  const abandoned = await queryRows(
    db,
    z.object({ name: z.string() }),
    sql`
    select relname as name
      from pg_class
     where relname ~ ${`^${prefix}[0-9a-f]{8}_[0-9]+$`}
       and relkind = 'r'
       and pg_try_advisory_xact_lock(hashtext(substring(relname from ${`^${prefix}[0-9a-f]{8}`})))`,
  )
  for (const { name } of abandoned) await dropTable(db, name)
}

export async function dropTable(db: Database, table: string) {
  await execute(db, sql`drop table if exists ${sql.table(table)}`)
}
