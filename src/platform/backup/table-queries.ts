import { z } from 'zod'
import { type Database, execute, queryRow, queryRows, type Sql, sql } from '../db/database.ts'
import type { Manifest, TableShape } from './backup-folder.ts'
import { messages } from './backup-messages.ts'

const shape = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  parent: z.string().nullable(),
  value: z.string().nullable(),
})

const ofExtension = (catalog: Sql, oid: Sql) => sql`
  select from pg_depend where classid = ${catalog}::regclass and objid = ${oid} and deptype = 'e'`

/** Settings with which the same row has the same text in every database. */
export const stableText = sql`
  select set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO, YMD', true),
         set_config('IntervalStyle', 'postgres', true), set_config('bytea_output', 'hex', true),
         set_config('extra_float_digits', '1', true)`

/** The tables that hold rows to keep, by name; for a partitioned table, its partitions. Unlogged tables hold none. */
export async function listTables(db: Database): Promise<TableShape[]> {
  const rows = await queryRows(
    db,
    shape,
    sql`
    select c.relname as name, parent.relname as parent,
           substring(pg_get_expr(c.relpartbound, c.oid) from '^FOR VALUES IN \\(''([^'']+)''\\)$') as value,
           (select array_agg(attname::text order by attnum) from pg_attribute
             where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
      from pg_class c
      left join pg_inherits on inhrelid = c.oid
      left join pg_class parent on parent.oid = inhparent
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
       and not exists (${ofExtension(sql`'pg_class'`, sql`c.oid`)})
     order by c.relname`,
  )
  return rows.map(({ name, columns, parent, value }) => {
    if (parent === null) return { name, columns, partition: null }
    if (value === null) throw new Error(messages.unknownPartition(name))
    return { name, columns, partition: { of: parent, value } }
  })
}

/** Whether the schema contains only objects of extensions. */
export async function isEmptyDatabase(db: Database): Promise<boolean> {
  const found = await queryRow(
    db,
    z.object({}),
    sql`
    select from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S', 'f')
       and not exists (${ofExtension(sql`'pg_class'`, sql`pg_class.oid`)})
     limit 1`,
  )
  return !found
}

/**
 * The tables whose rows row-level security would hide from this session even with the tenant filter bypass.
 */
export async function hiddenTables(db: Database): Promise<string[]> {
  const rows = await queryRows(
    db,
    z.object({ name: z.string() }),
    sql`
    select relname as name
      from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r' and row_security_active(oid)
       and not exists (select from pg_policies
                        where schemaname = current_schema() and tablename = relname
                          and policyname in ('of_every_client', 'read_every_client')
                          and current_user = any(roles))
     order by relname`,
  )
  return rows.map(({ name }) => name)
}

/** The row count and checksum of a table. Requires `stableText`. */
export async function hashContents(db: Database, { name, columns }: Pick<TableShape, 'name' | 'columns'>) {
  const row = sql`row(${sql.join(columns.map((column) => sql.ref(column)))})::text`
  const contents = await queryRow(
    db,
    z.object({ rows: z.string(), checksum: z.string() }),
    sql`
    select count(*)::text as rows,
           coalesce(sum(('x' || encode(substr(sha256(convert_to(${row}, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint::numeric),
                    0)::text as checksum
      from only ${sql.table(name)}`,
  )
  return contents ?? { rows: '0', checksum: '0' }
}

/** Sequences that have been used. Read them after the tables: their values only grow. */
export const listSequences = (db: Database): Promise<Manifest['sequences']> =>
  queryRows(
    db,
    z.object({ name: z.string(), lastValue: z.string() }),
    sql`
    select sequencename as name, last_value::text as "lastValue"
      from pg_sequences
     where schemaname = current_schema() and last_value is not null
     order by sequencename`,
  )

export async function setSequences(db: Database, sequences: Manifest['sequences']) {
  for (const { name, lastValue } of sequences)
    await execute(db, sql`select setval(format('%I', ${name}::text)::regclass, ${lastValue}::text::bigint)`)
}

export async function serverVersion(db: Database): Promise<string> {
  const row = await queryRow(
    db,
    z.object({ version: z.string() }),
    sql`select current_setting('server_version') as version`,
  )
  return row?.version ?? ''
}
