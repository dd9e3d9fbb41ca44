import { z } from 'zod'
import { type Database, rowOf, sql } from '#platform/server/database.ts'
import type { CaseFile } from './case-files.ts'

const counts = z.object({ added: z.number(), changed: z.number() })

/**
 * Writes the rows of `checked` that are new or differ; the others are not touched. One import runs at a time, so what
 * is new stays new until it is written. It is written client by client, which is how the indexes are sorted, and in the
 * order of what it hangs on, so that a foreign key finds one row after the other on the same page.
 */
export async function mergeRows(db: Database, { table, key, columns, hangsOn = 'client_code' }: CaseFile) {
  const all = [...new Set(['client_code', ...Object.values(columns).map(([into]) => into)])]
  const others = all.filter((column) => !key.includes(column))
  const names = (columns: readonly string[]) => sql.join(columns.map((name) => sql.ref(name)))
  const of = (alias: string, columns: readonly string[]) => names(columns.map((name) => `${alias}.${name}`))
  const target = sql.table(table)
  const merged = await rowOf(
    db,
    counts,
    sql`
    with differing as materialized (
      select ${of('came', all)}, present.client_code is null as is_new
        from checked came
        left join ${target} present on (${of('present', key)}) = (${of('came', key)})
       where came.fault is null
         and (present.client_code is null or (${of('present', others)}) is distinct from (${of('came', others)}))
    ), changed as (
      update ${target} present
         set (${names(others)}) = row(${of('came', others)})
        from differing came
       where not came.is_new
         and (${of('present', key)}) = (${of('came', key)})
      returning 1
    ), added as (
      insert into ${target} (${names(all)})
      select ${names(all)} from differing
       where is_new
       order by client_code, ${sql.ref(hangsOn)}, ${names(key)}
      returning 1
    )
    select (select count(*) from added) as added, (select count(*) from changed) as changed`,
  )
  return merged ?? { added: 0, changed: 0 }
}
