import { z } from 'zod'
import { type Database, rowOf, sql } from '#platform/server/database.ts'
import type { CaseFile } from './case-files.ts'

const counts = z.object({ added: z.number(), changed: z.number(), codes: z.array(z.string()) })

/**
 * Writes the rows of `checked` that are new or changed and leaves the others untouched. Only one import runs at a
 * time, so new rows stay new until they are written. Rows are written by client, which matches the index order, and
 * in the order of their parent rows, so that foreign-key checks hit the same pages. Existing rows are looked up one
 * by one (`offset 0` enforces this) because the tables may be far larger than the import. Returns the number of rows
 * written and their client codes.
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
        left join lateral (
             select * from ${target} known where (${of('known', key)}) = (${of('came', key)}) offset 0) present on true
       where came.fault is null
         and (present.client_code is null or (${of('present', others)}) is distinct from (${of('came', others)}))
    ), changed as (
      update ${target} present
         set (${names(others)}) = row(${of('came', others)})
        from differing came
       where not came.is_new
         and (${of('present', key)}) = (${of('came', key)})
      returning present.client_code
    ), added as (
      insert into ${target} (${names(all)})
      select ${names(all)} from differing
       where is_new
       order by client_code, ${sql.ref(hangsOn)}, ${names(key)}
      returning client_code
    )
    select (select count(*) from added) as added, (select count(*) from changed) as changed,
           array(select client_code from added union select client_code from changed order by 1) as codes`,
  )
  return merged ?? { added: 0, changed: 0, codes: [] }
}
