import { z } from 'zod'
import { type Database, execute, queryRow, queryRows, type Sql, sql } from '#platform/server/database.ts'
import { copyColumns } from './copy-line.ts'
import { dropTable } from './staging-tables.ts'

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
