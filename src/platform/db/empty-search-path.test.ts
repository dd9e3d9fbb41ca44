import { expect, test } from 'vitest'
import { z } from 'zod'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { type Database, execute, inTransaction, queryRows, sql } from './database.ts'

const world = setUpDatabase()

/**
 * A call to each function that resolves names at run time, with arguments that reach all of its statements.
 */
const calls: Record<string, string> = {
  accented_key: `public.accented_key('Zürich')`,
  audit_stream_backlog: `(select count(*) from public.audit_stream_backlog())`,
  bar_names: `public.bar_names('00000000-0000-4000-8000-000000000001')`,
  bill_fields: `public.bill_fields('ITN1', 1, 'ALP1', null, null, null, 0, 'A', 'B', '2026-06-30', '2026-07-01', 1, 'USD', now(), now())`,
  find_other_client: `public.find_other_client('ITN1', '26000000001', 'ALP1')`,
  json_texts: `public.json_texts('["a"]')`,
  list_audit_entries: `(select count(*) from public.list_audit_entries('{"people": ["a"]}', true, null, 9))`,
  list_import_states: `(select count(*) from public.list_import_states())`,
  place_key: `public.place_key('St. Zürich')`,
  place_meanings: `(select count(*) from public.place_meanings(array['Zurich'], array['33131']))`,
  punctuated_name_words: `public.punctuated_name_words('M.D. Zürich')`,
  read_audit_trail: `public.read_audit_trail('00000000-0000-4000-8000-000000000001', now(), '', '', '{}', null, 9)`,
  resolve_audit_filter: `public.resolve_audit_filter('{"person": "a", "patient": "ALP1 1", "case": "1", "client": "a"}')`,
}

/** The portal's functions that are bound to no schema, neither at creation nor by a setting. */
const lookingUp = sql`
  select proname as name
    from pg_proc
   where pronamespace = 'public'::regnamespace
     and prosqlbody is null
     and prorettype <> 'trigger'::regtype
     and not exists (select from pg_depend
                      where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
   order by proname`

const generatedColumns = sql`
  select attrelid::regclass::text as "table", array_agg(attname::text order by attnum) as columns
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
   where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
     and attgenerated <> ''
   group by attrelid
   order by 1`

const plainColumns = (table: string) => sql`
  select attname as name, format_type(atttypid, null) as type
    from pg_attribute
   where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`

const sample: Record<string, string> = {
  text: `'Zürich St. 1-2'`,
  boolean: 'true',
  date: `'2026-06-30'`,
  integer: '1',
  'double precision': '47.4',
  numeric: '1.5',
  'timestamp with time zone': `'2026-06-30T12:00:00Z'`,
  uuid: `'00000000-0000-4000-8000-000000000001'`,
  jsonb: `'{}'`,
  bytea: `'\\x00'`,
  xid8: `'1'`,
}
const sampleOf = (type: string) => sample[type.replace(/\(.*\)$/, '')] ?? 'null'

/** Works like pg_restore: only schema-qualified names resolve. */
function underEmptyPath<T>(work: (db: Database) => Promise<T>) {
  return inTransaction(world.databaseContext.owner, async (db) => {
    await execute(db, sql`select set_config('search_path', '', true)`)
    return work(db)
  })
}

test('covers every function that resolves names at run time', async () => {
  const names = await queryRows(world.databaseContext.owner, z.object({ name: z.string() }), lookingUp)
  expect(names.map(({ name }) => name)).toEqual(Object.keys(calls))
})

test.each(Object.entries(calls))('%s resolves its names under an empty search path', async (_name, call) => {
  const rows = await underEmptyPath((db) =>
    queryRows(db, z.object({}), sql`select ${sql.raw(call)} as found`),
  )
  expect(rows).toHaveLength(1)
})

test('inserts rows into every table with generated columns under an empty search path', async () => {
  const { owner } = world.databaseContext
  const tables = await queryRows(
    owner,
    z.object({ table: z.string(), columns: z.array(z.string()) }),
    generatedColumns,
  )
  expect(tables.map(({ table }) => table)).toEqual(
    expect.arrayContaining(['city', 'city_name', 'country_name', 'patient', 'provider', 'state_name']),
  )
  for (const { table, columns } of tables) {
    const plain = await queryRows(
      owner,
      z.object({ name: z.string(), type: z.string() }),
      plainColumns(table),
    )
    await execute(
      owner,
      sql`create table ${sql.table(`public.sample_${table}`)} (like ${sql.table(`public.${table}`)} including generated)`,
    )
    const row = await underEmptyPath((db) =>
      queryRows(
        db,
        z.record(z.string(), z.unknown()),
        sql`insert into ${sql.table(`public.sample_${table}`)}
              (${sql.join(plain.map(({ name }) => sql.ref(name)))})
            values (${sql.raw(plain.map(({ type }) => sampleOf(type)).join(', '))})
            returning *`,
      ),
    )
    for (const column of columns) expect(row[0]?.[column], `${table}.${column}`).not.toBeNull()
  }
})
