import { z } from 'zod'
import { type Database, execute, rowOf, rowsOf, type Sql, sql } from '#platform/server/database.ts'
import type { CaseFile } from './case-files.ts'
import { type Fault, messages } from './import-messages.ts'

const faulty = z.object({ line: z.number(), fault: z.tuple([z.string(), z.string()]) })
const counts = z.object({ added: z.number(), changed: z.number() })

/** Checks the rows of `incoming` against everything else, into the table `checked`; adds why lines are rejected. */
export async function checkRows(db: Database, checkedRows: Sql, reasons: Map<number, string>) {
  await execute(db, sql`create temporary table checked on commit drop as ${checkedRows}`)
  await execute(db, sql`analyze checked`)
  const faults = await rowsOf(
    db,
    faulty,
    sql`select line, fault from checked where fault is not null order by line`,
  )
  for (const { line, fault } of faults) reasons.set(line, sentenceOf(fault))
}

const sentenceOf = ([fault, subject]: [string, string]) => messages.faults[fault as Fault](subject)

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
