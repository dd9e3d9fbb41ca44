import { z } from 'zod'
import { type Database, rowOf, sql } from '#platform/server/database.ts'
import type { CaseFile } from './case-files.ts'

const counts = z.object({ added: z.number(), changed: z.number() })

/** Writes the rows of `checked` that are new or differ; the others are not touched. */
export async function mergeRows(db: Database, { table, key, columns }: CaseFile) {
  const all = [...new Set(['client_code', ...Object.values(columns).map(([into]) => into)])]
  const others = all.filter((column) => !key.includes(column))
  const of = (alias: string, names: readonly string[]) =>
    sql.join(names.map((name) => sql.ref(`${alias}.${name}`)))
  const target = sql.table(table)
  const changes = others.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`)
  const merged = await rowOf(
    db,
    counts,
    sql`
    with written as (
      insert into ${target} (${sql.join(all.map((name) => sql.ref(name)))})
      select ${of('came', all)}
        from checked came
        left join ${target} present on (${of('present', key)}) = (${of('came', key)})
       where came.fault is null
         and (present.client_code is null or (${of('present', others)}) is distinct from (${of('came', others)}))
      on conflict (${sql.join(key.map((name) => sql.ref(name)))}) do update set ${sql.join(changes)}
      returning xmax = 0 as is_new
    )
    select count(*) filter (where is_new) as added, count(*) filter (where not is_new) as changed from written`,
  )
  return merged ?? { added: 0, changed: 0 }
}
