import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type Database, execute, rowsOf, sql } from '#platform/server/database.ts'
import { copied } from './copy-line.ts'

/** A table that the rows of one network come into, beside the one that searches read, and how many have come. */
export type IncomingTable = { network: string; table: string; rows: number }

/** The tables that the rows of a roster come into. */
export type Incoming = { name: string; tables: readonly IncomingTable[] }

const prefix = 'provider_incoming_'

/** Whether a table is one that a roster's rows come into. */
export const isIncoming = (table: string) => table.startsWith(prefix)

/** Names the tables for the rows of these networks. The session that asks keeps them from being taken for abandoned. */
export async function reserveIncoming(db: Database, networks: readonly string[]): Promise<Incoming> {
  const name = `${prefix}${randomBytes(4).toString('hex')}`
  await execute(db, sql`select pg_advisory_lock(hashtext(${name}))`)
  return { name, tables: networks.map((network, at) => ({ network, table: `${name}_${at}`, rows: 0 })) }
}

/** Makes the tables. In a short transaction of its own: it locks `provider`, and an exchange would wait for it. */
export async function createIncoming(db: Database, { tables }: Incoming) {
  for (const { network, table } of tables) {
    await execute(
      db,
      sql`create table ${sql.table(table)}
            (like provider including defaults including generated including constraints, line integer,
             constraint of_network check (network_code = ${sql.lit(network)}))`,
    )
  }
}

/** Lets COPY freeze its rows: it may in a table that its own transaction has emptied. */
export async function emptyIncoming(db: Database, { tables }: Incoming) {
  await execute(db, sql`truncate ${sql.join(tables.map(({ table }) => sql.table(table)))}`)
}

/** Copies frozen rows, so that the first reads set no hint bits and vacuum has nothing to do. */
export const copyStatement = ({ table }: IncomingTable) =>
  `copy "${table}" (${copied.join(', ')}) from stdin with (freeze)`

/** Drops what an import has left of its tables. */
export async function dropIncoming(db: Database, { tables }: Incoming) {
  for (const { table } of tables) await dropTable(db, table)
}

/** Drops the tables of imports that were killed: nobody holds their lock. */
export async function dropAbandoned(db: Database) {
  const abandoned = await rowsOf(
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
