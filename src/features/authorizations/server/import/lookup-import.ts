import { defaultCodes, unselected } from '#authorizations/rules.ts'
import { execute, queryRow, sql } from '#platform/db/database.ts'
import { type CsvTable, text } from '#platform/import/column-parsers.ts'
import { counts, type TableImport } from '#platform/import/import-rows.ts'
import { RowRejectedError } from '#platform/import/rejects.ts'
import { messages } from './import-messages.ts'

const code = /^[A-Za-z0-9]{1,20}$/

const file: CsvTable = {
  table: 'authorization_reason',
  columns: {
    list: ['list', text(10)],
    code: ['code', text(20)],
    description: ['description', text(300)],
  },
  check(row) {
    if (!Object.hasOwn(defaultCodes, String(row.list)))
      throw new RowRejectedError(messages.notList('list', String(row.list)))
    if (!code.test(String(row.code)) || row.code === unselected)
      throw new RowRejectedError(messages.notCode('code', String(row.code)))
  },
}

/**
 * Imports the deny and info lists. With `isReplacement`, codes that are not in the file are removed, except
 * the defaults, which are preselected.
 */
export const lookupImport = (isReplacement: boolean): TableImport => ({
  kind: 'lookups',
  file,
  checked: sql`
    select i.*, case
             when row_number() over (partition by i.list, i.code order by i.line) > 1 then array['repeated', i.code]
           end as fault
      from incoming i`,
  faults: {},
  async merge(db) {
    const merged = await queryRow(
      db,
      counts,
      sql`
      with written as (
        insert into authorization_reason as known (list, code, description)
        select list, code, description from checked where fault is null
            on conflict (list, code) do update set description = excluded.description
         where known.description <> excluded.description
        returning xmax = 0 as is_new
      )
      select count(*) filter (where is_new) as added, count(*) filter (where not is_new) as changed from written`,
    )
    const removed = isReplacement ? await deleteMissingCodes(db) : 0
    return { ...(merged ?? { added: 0, changed: 0 }), removed }
  },
})

const deleteMissingCodes = (db: Parameters<TableImport['merge']>[0]) =>
  execute(
    db,
    sql`
    delete from authorization_reason
     where (list, code) not in (select list, code from checked)
       and (list, code) not in (('deny', ${defaultCodes.deny}), ('info', ${defaultCodes.info}))`,
  )
