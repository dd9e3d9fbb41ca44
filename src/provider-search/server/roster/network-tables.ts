import { z } from 'zod'
import { type Database, execute, rowOf, rowsOf, type Sql, sql } from '#platform/server/database.ts'
import { copied } from './copy-line.ts'
import { dropTable } from './incoming-tables.ts'

/** The columns of a provider that an import writes; the others follow from them. */
export const written: Sql = sql.join(
  copied.filter((column) => column !== 'line').map((column) => sql.ref(column)),
)

/** The name of the table that holds a network's providers, if it has one. */
async function presentTable(db: Database, network: string): Promise<string | undefined> {
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

/** The rows that a network has at present. */
export async function presentRows(db: Database, network: string): Promise<Sql> {
  const present = await presentTable(db, network)
  return present ? sql.table(present) : sql`(select * from provider where false)`
}

/**
 * Gives a table that has its key the indexes that the providers' table has, and statistics. `sessions` work on
 * it side by side.
 */
export async function indexTable(sessions: readonly [Database, ...Database[]], table: string) {
  const [db] = sessions
  await execute(db, sql`alter table ${sql.table(table)} add foreign key (network_code) references network`)
  const definitions = await rowsOf(db, z.object({ definition: z.string() }), parentIndexes)
  const work = definitions.map(({ definition }) => definition.replace('TABLE', `"${table}"`))
  await Promise.all(
    sessions.map(async (session) => {
      for (let next = work.shift(); next; next = work.shift()) await execute(session, sql.raw(next))
    }),
  )
  await execute(db, sql`analyze ${sql.table(table)}`)
}

/** The slow ones first, so that the last to end is a quick one. */
const parentIndexes = sql`
  select regexp_replace(pg_get_indexdef(indexrelid),
                        '^CREATE (UNIQUE )?INDEX \\S+ ON ONLY \\S+', 'create \\1index on TABLE') as definition
    from pg_index
    join pg_class on pg_class.oid = indexrelid
    join pg_am on pg_am.oid = relam
   where indrelid = 'provider'::regclass and not indisprimary
   order by amname = 'btree', indnatts desc`

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
    await dropTable(db, present)
  }
  const name = sql.table(`provider_${network}`)
  await execute(db, sql`alter table ${sql.table(table)} rename to ${sql.ref(`provider_${network}`)}`)
  await execute(db, sql`alter table provider attach partition ${name} for values in (${sql.lit(network)})`)
  await execute(db, sql`alter table ${name} drop constraint of_network`)
}
