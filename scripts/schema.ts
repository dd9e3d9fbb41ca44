import { resolve } from 'node:path'
import { z } from 'zod'
import { type Database, queryRows, sql } from '#platform/db/database.ts'
import { root } from '../tests/architecture/source.ts'

export const schemaFile = resolve(root, 'docs/schema.sql')

const definition = z.object({ definition: z.string() })
const table = z.object({ name: z.string(), definition: z.string() })

/** The schema after all migrations, for reading: functions, then tables and views with indexes, policies and triggers. */
export async function dumpSchema(db: Database): Promise<string> {
  const functions = await queryRows(db, definition, functionsQuery)
  const tables = await queryRows(db, table, tablesQuery)
  const parts = await queryRows(db, table, partsQuery)
  const blocks = tables.map(({ name, definition }) =>
    [definition, ...parts.filter((part) => part.name === name).map((part) => `${part.definition};`)].join(
      '\n',
    ),
  )
  const heading =
    '-- The schema of the database, generated from the migrations by `npm run generate`. Do not edit.'
  return `${[heading, ...functions.map((each) => `${each.definition.trim()};`), ...blocks].join('\n\n')}\n`
}

const own = sql`
  n.nspname = 'public'
  and not exists (select from pg_depend as d where d.objid = o.oid and d.deptype = 'e')`

const functionsQuery = sql`
  select pg_get_functiondef(o.oid) as definition
    from pg_proc as o join pg_namespace as n on n.oid = o.pronamespace
   where o.prokind in ('f', 'p') and ${own}
   order by o.proname, pg_get_function_identity_arguments(o.oid)`

const tablesQuery = sql`
  select o.relname as name,
         case when o.relkind in ('v', 'm')
              then format('create %sview %I as%s%s', case o.relkind when 'm' then 'materialized ' else '' end,
                          o.relname, chr(10), pg_get_viewdef(o.oid))
              else format('create %stable %I (%s%s%s)%s;', case o.relpersistence when 'u' then 'unlogged ' else '' end,
                          o.relname, chr(10), members.text, chr(10),
                          case o.relkind when 'p' then ' partition by ' || pg_get_partkeydef(o.oid) else '' end)
          end as definition
    from pg_class as o join pg_namespace as n on n.oid = o.relnamespace
    cross join lateral (
      select string_agg(line, ',' || chr(10) order by rank, position, line) as text
        from (
          select 1 as rank, a.attnum as position,
                 format('  %I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
                        case when a.attnotnull then ' not null' else '' end,
                        case when a.attidentity <> '' then ' generated always as identity'
                             when a.attgenerated <> '' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
                             when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid)
                             else '' end) as line
            from pg_attribute as a left join pg_attrdef as d on d.adrelid = a.attrelid and d.adnum = a.attnum
           where a.attrelid = o.oid and a.attnum > 0 and not a.attisdropped
          union all
          select 2, 0, format('  constraint %I %s', c.conname, pg_get_constraintdef(c.oid))
            from pg_constraint as c
           where c.conrelid = o.oid and c.contype <> 'n'
        ) as member) as members
   where o.relkind in ('r', 'p', 'v', 'm') and o.relname not like 'kysely%' and not o.relispartition and ${own}
   order by o.relname`

/** Policies, triggers, comments on columns and the indexes that belong to no constraint, each with its table. */
const partsQuery = sql`
  select tablename as name, definition from (
    select 1 as rank, o.tablename, o.indexdef as definition
      from pg_indexes as o
     where o.schemaname = 'public'
       and not exists (select from pg_constraint as c where c.conname = o.indexname)
    union all
    select 2, tablename, format('create policy %I on %I for %s using (%s)%s', policyname, tablename, lower(cmd), qual,
                                coalesce(' with check (' || with_check || ')', ''))
      from pg_policies where schemaname = 'public'
    union all
    select 3, c.relname, pg_get_triggerdef(t.oid)
      from pg_trigger as t join pg_class as c on c.oid = t.tgrelid
     where not t.tgisinternal
    union all
    select 4, c.relname, format('comment on column %I.%I is %L', c.relname, a.attname, d.description)
      from pg_description as d
      join pg_class as c on c.oid = d.objoid and d.classoid = 'pg_class'::regclass
      join pg_attribute as a on a.attrelid = c.oid and a.attnum = d.objsubid
     where c.relnamespace = 'public'::regnamespace and not c.relispartition
  ) as part
  order by tablename, rank, definition`
