import { z } from 'zod'
import { type Database, queryRow, sql } from '#platform/db/database.ts'
import type { CaseFile } from './case-files.ts'

const counts = z.object({ added: z.number(), changed: z.number(), codes: z.array(z.string()) })

/**
 * Writes the rows of `checked` that are new or changed. Returns their number and their client codes. Only one import
 * runs at a time, so new rows stay new until they are written. The insert follows the index order, by client and then
 * by parent row, so that foreign-key checks hit the same pages. Existing rows are looked up one by one (`offset 0`
 * enforces this), because the table may be far larger than the import.
 */
export async function mergeRows(
  db: Database,
  { table, key, columns, parentColumn = 'client_code' }: CaseFile,
) {
  const all = [...new Set(['client_code', ...Object.values(columns).map(([into]) => into)])]
  const others = all.filter((column) => !key.includes(column))
  const names = (columns: readonly string[]) => sql.join(columns.map((name) => sql.ref(name)))
  const of = (alias: string, columns: readonly string[]) => names(columns.map((name) => `${alias}.${name}`))
  const target = sql.table(table)
  const merged = await queryRow(
    db,
    counts,
    sql`
    with differing as materialized (
      select ${of('staged', all)}, current_row.client_code is null as is_new
        from checked staged
        left join lateral (
             select * from ${target} known where (${of('known', key)}) = (${of('staged', key)}) offset 0) current_row on true
       where staged.fault is null
         and (current_row.client_code is null or (${of('current_row', others)}) is distinct from (${of('staged', others)}))
    ), changed as (
      update ${target} current_row
         set (${names(others)}) = row(${of('staged', others)})
        from differing staged
       where not staged.is_new
         and (${of('current_row', key)}) = (${of('staged', key)})
      returning current_row.client_code
    ), added as (
      insert into ${target} (${names(all)})
      select ${names(all)} from differing
       where is_new
       order by client_code, ${sql.ref(parentColumn)}, ${names(key)}
      returning client_code
    )
    select (select count(*) from added) as added, (select count(*) from changed) as changed,
           array(select client_code from added union select client_code from changed order by 1) as codes`,
  )
  return merged ?? { added: 0, changed: 0, codes: [] }
}
