import { z } from 'zod'
import { type Database, execute, rowOf, rowsOf, type Sql, sql } from '#platform/server/database.ts'
import { copied } from './copy-line.ts'

/** The tables that the rows of a roster come into, one for each network, beside those that searches read. */
export type Incoming = { copyStatement: string; tables: ReadonlyMap<string, string> }

/**
 * Makes the tables. With several networks they are partitions of one that COPY fills; with one network COPY
 * fills it directly, and its rows need no later look by vacuum (freeze).
 */
export async function createIncoming(db: Database, networks: readonly string[]): Promise<Incoming> {
  const session = await rowOf(db, z.object({ id: z.number() }), sql`select pg_backend_pid() as id`)
  const name = `provider_incoming_${session?.id}`
  const tables = new Map(networks.map((network, at) => [network, `${name}_${at}`]))
  for (const table of tables.values()) {
    await execute(
      db,
      sql`create table ${sql.table(table)}
            (like provider including defaults including generated including constraints, line integer)`,
    )
  }
  const [only] = tables.values()
  if (tables.size === 1 && only) return { tables, copyStatement: copyStatement(only, 'with (freeze)') }

  await execute(
    db,
    sql`create table ${sql.table(name)} (like provider including defaults including generated, line integer)
          partition by list (network_code)`,
  )
  for (const [network, table] of tables) await attach(db, name, table, network)
  return { tables, copyStatement: copyStatement(name, '') }
}

/** Frees the tables from the one that COPY filled. */
export async function separateIncoming(db: Database, { tables }: Incoming) {
  const parent = [...tables.values()][0]?.replace(/_0$/, '') ?? ''
  if (tables.size < 2) return
  for (const table of tables.values())
    await execute(db, sql`alter table ${sql.table(parent)} detach partition ${sql.table(table)}`)
  await execute(db, sql`drop table ${sql.table(parent)}`)
}

const copyStatement = (table: string, options: string) =>
  `copy "${table}" (${copied.join(', ')}) from stdin ${options}`

/** Gives a table that has its key the indexes that the providers' table has, and statistics. */
export async function indexTable(db: Database, table: string) {
  for (const { definition } of await rowsOf(db, z.object({ definition: z.string() }), parentDefinitions)) {
    await execute(db, sql.raw(definition.replaceAll('TABLE', `"${table}"`)))
  }
  await execute(db, sql`analyze ${sql.table(table)}`)
}

const parentDefinitions = sql`
  select 'alter table TABLE add ' || pg_get_constraintdef(oid) as definition
    from pg_constraint
   where conrelid = 'provider'::regclass and contype = 'f'
   union all
  select regexp_replace(pg_get_indexdef(indexrelid), '^CREATE (UNIQUE )?INDEX \\S+ ON ONLY \\S+', 'create \\1index on TABLE')
    from pg_index
   where indrelid = 'provider'::regclass and not indisprimary`

/** Puts an indexed table in the place of the network's present one, which is dropped. */
export async function swapIn(db: Database, table: string, network: string) {
  await execute(
    db,
    sql`alter table ${sql.table(table)} drop column line,
          add constraint of_network check (network_code = ${sql.lit(network)})`,
  )
  const present = await presentTable(db, network)
  if (present) {
    await execute(db, sql`alter table provider detach partition ${sql.table(present)}`)
    await execute(db, sql`drop table ${sql.table(present)}`)
  }
  const name = sql.ref(`provider_${network}`)
  await execute(db, sql`alter table ${sql.table(table)} rename to ${name}`)
  await attach(db, 'provider', `provider_${network}`, network)
  await execute(db, sql`alter table ${name} drop constraint of_network`)
}

/** The name of the table that holds a network's providers, if it has one. */
export async function presentTable(db: Database, network: string): Promise<string | undefined> {
  const found = await rowOf(
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

export async function dropTable(db: Database, table: string) {
  await execute(db, sql`drop table ${sql.table(table)}`)
}

async function attach(db: Database, parent: string, table: string, network: string) {
  await execute(
    db,
    sql`alter table ${sql.table(parent)} attach partition ${sql.table(table)} for values in (${sql.lit(network)})`,
  )
}

/** The columns of a provider that an import writes; the others follow from them. */
export const written: Sql = sql.join(
  copied.filter((column) => column !== 'line').map((column) => sql.ref(column)),
)
