import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type Database, execute, rowsOf, sql } from '#platform/server/database.ts'
import { copied } from './copy-line.ts'

/** The tables that the rows of a roster come into, one for each network, beside those that searches read. */
export type Incoming = {
  name: string
  tables: ReadonlyMap<string, string>
  /** The table that COPY fills. */
  target: string
  copyStatement: string
}

const prefix = 'provider_incoming_'

/** Names the tables for the rows of these networks. The session that asks keeps them from being taken for abandoned. */
export async function reserveIncoming(db: Database, networks: readonly string[]): Promise<Incoming> {
  const name = `${prefix}${randomBytes(4).toString('hex')}`
  await execute(db, sql`select pg_advisory_lock(hashtext(${name}))`)
  const tables = new Map(networks.map((network, at) => [network, `${name}_${at}`]))
  const [only = name] = tables.values()
  const target = tables.size === 1 ? only : name
  const options = tables.size === 1 ? 'with (freeze)' : ''
  return {
    name,
    tables,
    target,
    copyStatement: `copy "${target}" (${copied.join(', ')}) from stdin ${options}`,
  }
}

/**
 * Makes the tables. With several networks they are partitions of one that COPY fills; with one network COPY
 * fills it directly, and its rows need no later look by vacuum (freeze). In a short transaction of its own: it
 * locks `provider`, and the exchange of another network would wait for it.
 */
export async function createIncoming(db: Database, { name, tables }: Incoming) {
  for (const table of tables.values()) {
    await execute(
      db,
      sql`create table ${sql.table(table)}
            (like provider including defaults including generated including constraints, line integer)`,
    )
  }
  if (tables.size === 1) return
  await execute(
    db,
    sql`create table ${sql.table(name)} (like provider including defaults including generated, line integer)
          partition by list (network_code)`,
  )
  for (const [network, table] of tables) {
    await execute(
      db,
      sql`alter table ${sql.table(name)} attach partition ${sql.table(table)} for values in (${sql.lit(network)})`,
    )
  }
}

/** Lets COPY freeze its rows: it may in a table that its own transaction has emptied. */
export async function emptyTarget(db: Database, { target }: Incoming) {
  await execute(db, sql`truncate ${sql.table(target)}`)
}

/** Frees the tables from the one that COPY filled. */
export async function separateIncoming(db: Database, { name, tables }: Incoming) {
  if (tables.size === 1) return
  for (const table of tables.values())
    await execute(db, sql`alter table ${sql.table(name)} detach partition ${sql.table(table)}`)
  await dropTable(db, name)
}

/** Drops what an import has left of its tables. */
export async function dropIncoming(db: Database, { name, tables }: Incoming) {
  for (const table of [name, ...tables.values()]) await dropTable(db, table)
}

/** Drops the tables of imports that were killed: nobody holds their lock. */
export async function dropAbandoned(db: Database) {
  const abandoned = await rowsOf(
    db,
    z.object({ name: z.string() }),
    sql`
    select relname as name
      from pg_class
     where relname ~ ${`^${prefix}[0-9a-f]{8}(_[0-9]+)?$`}
       and relkind in ('r', 'p')
       and pg_try_advisory_xact_lock(hashtext(substring(relname from ${`^${prefix}[0-9a-f]{8}`})))
     order by relkind = 'r'`,
  )
  for (const { name } of abandoned) await dropTable(db, name)
}

export async function dropTable(db: Database, table: string) {
  await execute(db, sql`drop table if exists ${sql.table(table)}`)
}
