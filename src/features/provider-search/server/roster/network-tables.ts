import { z } from 'zod'
import { type Database, execute, rowOf, rowsOf, type Sql, sql } from '#platform/server/database.ts'
import { copyColumns } from './copy-line.ts'
import { dropTable } from './staging-tables.ts'

/** The columns of a provider that an import writes; the others follow from them. */
export const writtenColumns: Sql = sql.join(
  [...copyColumns.filter((column) => column !== 'line'), 'hidden'].map((column) => sql.ref(column)),
)

/** A table that is to be a network's. */
export type PreparedTable = { network: string; table: string }

/** A ready table and the one whose place it takes. */
export type TableSwap = PreparedTable & { current: string | undefined }

/** The name that a network's table has or gets: no code makes it the name of anything else. */
export const networkTableName = (network: string) => `providers_of_${network}`

/** The name of the table that holds a network's providers, if it has one. */
export async function currentTable(db: Database, network: string): Promise<string | undefined> {
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
export async function currentRows(db: Database, network: string): Promise<Sql> {
  const current = await currentTable(db, network)
  return current ? sql.table(current) : sql`(select * from provider where false)`
}

/** Gives a table what attaching it as a network's would have to check otherwise. */
export const constrainTable = (db: Database, { table }: PreparedTable) =>
  execute(
    db,
    sql`
    alter table ${sql.table(table)}
      drop column line,
      add foreign key (network_code) references network`,
  )

/** What builds the indexes that the providers' table has and a table that came in still lacks. */
export async function missingIndexes(db: Database, { table }: PreparedTable): Promise<string[]> {
  const definitions = await rowsOf(db, z.object({ definition: z.string() }), parentIndexes)
  return definitions.map(({ definition }) => definition.replace('TABLE', `"${table}"`))
}

/** Builds the indexes that are still to be built; sessions share the list and take from its front. */
export async function buildIndexes(db: Database, indexes: string[]) {
  for (let next = indexes.shift(); next; next = indexes.shift()) await execute(db, sql.raw(next))
}

export const analyzeTable = (db: Database, { table }: PreparedTable) =>
  execute(db, sql`analyze ${sql.table(table)}`)

/** The slow ones first, so that the last to end is a quick one. */
const parentIndexes = sql`
  select regexp_replace(pg_get_indexdef(indexrelid),
                        '^CREATE (UNIQUE )?INDEX \\S+ ON ONLY \\S+', 'create \\1index on TABLE') as definition
    from pg_index
    join pg_class on pg_class.oid = indexrelid
    join pg_am on pg_am.oid = relam
   where indrelid = 'provider'::regclass and not indisprimary
   order by amname = 'btree', indnatts desc`

/** Puts a ready table in the place of the network's present one, which is dropped. No row is looked at. */
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
