import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import {
  type Database,
  execute,
  inTransaction,
  queryRow,
  queryRows,
  type Sql,
  sql,
} from '#platform/db/database.ts'
import type { DatabaseContext, ImportSession } from '#platform/db/database-context.ts'
import { copyColumns } from './provider-row.ts'

/** The staging table of one network, which no search reads, and the number of its rows. */
export type StagingTable = { network: string; table: string; rows: number }

export const hasRows = ({ rows }: StagingTable) => rows > 0

/** The staging tables of one import. */
export type StagingTables = { name: string; tables: readonly StagingTable[] }

const prefix = 'provider_incoming_'

/** Whether a table is a staging table. */
export const isStagingTable = (table: string) => table.startsWith(prefix)

/**
 * Runs `work` with an empty staging table for each of these networks, and drops the tables afterward. First drops the
 * tables that killed imports have left behind.
 */
export async function withStagingTables<T>(
  { db, transaction }: ImportSession,
  { owner }: Pick<DatabaseContext, 'owner'>,
  networks: readonly string[],
  work: (staging: StagingTables) => Promise<T>,
): Promise<T> {
  await transaction(() => dropAbandonedTables(db))
  const staging = await reserveStagingTables(db, networks)
  try {
    await transaction(() => createStagingTables(db, staging))
    return await work(staging)
  } finally {
    // This uses another connection because the session's may be broken.
    await inTransaction(owner, (other) => dropStagingTables(other, staging)).catch(() => {})
  }
}

/**
 * Reserves staging tables for these networks. The session holds a lock, so other imports do not treat them as
 * abandoned.
 */
async function reserveStagingTables(db: Database, networks: readonly string[]): Promise<StagingTables> {
  const name = `${prefix}${randomBytes(4).toString('hex')}`
  await execute(db, sql`select pg_advisory_lock(hashtext(${name}))`)
  return { name, tables: networks.map((network, at) => ({ network, table: `${name}_${at}`, rows: 0 })) }
}

/** Creates the tables. Use a short transaction: this locks `provider`, and a swap would have to wait for it. */
async function createStagingTables(db: Database, { tables }: StagingTables) {
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
 * What COPY writes to. Its rows are frozen, so that the first reads set no hint bits and vacuum has nothing to do.
 */
export const copyTarget = ({ table }: StagingTable) => ({
  table: `"${table}" (${copyColumns.join(', ')})`,
  options: 'freeze',
})

/** Drops the staging tables of an import. */
async function dropStagingTables(db: Database, { tables }: StagingTables) {
  await execute(db, sql`drop table if exists ${sql.join(tables.map(({ table }) => sql.table(table)))}`)
}

/** Drops the tables that killed imports have left behind: those whose lock is free. */
async function dropAbandonedTables(db: Database) {
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

async function dropTable(db: Database, table: string) {
  await execute(db, sql`drop table if exists ${sql.table(table)}`)
}

/** The provider columns that an import writes; the database derives the others. */
export const writtenColumns: Sql = sql.join(
  [...copyColumns.filter((column) => column !== 'line'), 'hidden'].map((column) => sql.ref(column)),
)

/** A table that is to become a network's table. */
export type PreparedTable = { network: string; table: string }

/** A prepared table and the table that it replaces. */
export type TableSwap = PreparedTable & { current: string | undefined }

/** The name of a network's table; the prefix prevents clashes with other tables. */
export const networkTableName = (network: string) => `providers_of_${network}`

/** The name of the table with a network's providers, if there is one. */
export async function currentTable(db: Database, network: string): Promise<string | undefined> {
  const found = await queryRow(
    db,
    z.object({ name: z.string() }),
    sql`select relname as name
          from pg_inherits
          join pg_class on pg_class.oid = inhrelid
         where inhparent = 'provider'::regclass
           and pg_get_expr(relpartbound, pg_class.oid) = format('FOR VALUES IN (%L)', ${network}::text)`,
  )
  return found?.name
}

/** The current rows of a network. */
export async function currentRows(db: Database, network: string): Promise<Sql> {
  const current = await currentTable(db, network)
  return current ? sql.table(current) : sql`(select * from provider where false)`
}

/** Adds the constraints that attaching the table would otherwise have to check. */
export const constrainTable = (db: Database, { table }: PreparedTable) =>
  execute(
    db,
    sql`
    alter table ${sql.table(table)}
      drop column line,
      add foreign key (network_code) references network`,
  )

/**
 * The statements that build on a staging table the indexes of the provider table, except for the primary key.
 */
export async function missingIndexes(db: Database, { table }: PreparedTable): Promise<string[]> {
  const definitions = await queryRows(db, z.object({ definition: z.string() }), parentIndexes)
  return definitions.map(({ definition }) => definition.replace('TABLE', `"${table}"`))
}

/** Builds the remaining indexes. Sessions share the list and take from its front. */
export async function buildIndexes(db: Database, indexes: string[]) {
  for (let next = indexes.shift(); next; next = indexes.shift()) await execute(db, sql.raw(next))
}

export const analyzeTable = (db: Database, { table }: PreparedTable) =>
  execute(db, sql`analyze ${sql.table(table)}`)

/**
 * The indexes of the provider table except for the primary key, slowest to build first, so that the last one
 * to finish is quick.
 */
const parentIndexes = sql`
  select regexp_replace(pg_get_indexdef(indexrelid),
                        '^CREATE (UNIQUE )?INDEX \\S+ ON ONLY \\S+', 'create \\1index on TABLE') as definition
    from pg_index
    join pg_class on pg_class.oid = indexrelid
    join pg_am on pg_am.oid = relam
   where indrelid = 'provider'::regclass and not indisprimary
   order by amname = 'btree', indnatts desc`

/** Replaces a network's current table with a prepared one and drops the current one. Scans no rows. */
export async function swapTable(db: Database, { table, network, current }: TableSwap) {
  if (current) {
    await execute(db, sql`alter table provider detach partition ${sql.table(current)}`)
    await dropTable(db, current)
  }
  const name = sql.table(networkTableName(network))
  await execute(db, sql`alter table ${sql.table(table)} rename to ${name}`)
  await execute(db, sql`alter table provider attach partition ${name} for values in (${sql.lit(network)})`)
  await execute(db, sql`alter table ${name} drop constraint of_network`)
}
