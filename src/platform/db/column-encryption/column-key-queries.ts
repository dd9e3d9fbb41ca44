import { z } from 'zod'
import { now } from '../../contract/clock.ts'
import { bypassTenantFilter } from '../bypass-tenant-filter.ts'
import { type Database, execute, inTransaction, queryRow, queryRows, sql } from '../database.ts'
import type { ColumnKeys } from './column-keys.ts'
import { storedKeyId } from './column-row-queries.ts'
import { encryptedMark } from './column-texts.ts'
import { listEncryptedColumns } from './encrypted-columns.ts'

/** Records that texts may need the current key from now on. */
export async function recordColumnKey(db: Database, keys: ColumnKeys | undefined) {
  const key = keys?.current()
  if (!key) return
  await execute(
    db,
    sql`insert into column_key (id, first_used_at) values (${key.id}, ${now()}) on conflict do nothing`,
  )
}

const keyRow = z.object({ id: z.string() })

/**
 * The IDs of the keys that texts in the database need and the portal does not have. A key that was named and never used,
 * such as one that the operator has taken back, has no texts; only then are they searched.
 */
export async function findMissingKeys(owner: Database, keys: ColumnKeys): Promise<string[]> {
  const named = await queryRows(owner, keyRow, sql`select id from column_key order by id`)
  const missing = named.map(({ id }) => id).filter((id) => !keys.find(id))
  if (missing.length === 0) return []
  return inTransaction(owner, async (db) => {
    await bypassTenantFilter(db, 'transaction')
    const needed: string[] = []
    for (const id of missing) if (await hasText(db, id)) needed.push(id)
    return needed
  })
}

async function hasText(db: Database, keyId: string): Promise<boolean> {
  const texts = listEncryptedColumns().map(
    ({ table, column }) =>
      sql`exists (select from ${sql.table(table)} where starts_with(${sql.ref(column)}, ${`${encryptedMark}${keyId}.`}))`,
  )
  const row = await queryRow(
    db,
    z.object({ has: z.boolean() }),
    sql`select ${sql.join(texts, sql` or `)} as has`,
  )
  return row?.has ?? false
}

/** Removes the keys that no text needs any longer. */
export const forgetKeys = (owner: Database, used: readonly string[]) =>
  execute(owner, sql`delete from column_key where not id = any(${used}::text[])`)

const countRow = z.object({ keyId: z.string().transform((id) => id || undefined), values: z.int() })

/** How many texts of one column have the same key; without an ID, those in clear text. */
export type KeyCount = { column: string; keyId: string | undefined; values: number }

/** Counts the texts of every column by key. Reads all of them. */
export const countKeys = (owner: Database): Promise<KeyCount[]> =>
  inTransaction(owner, async (db) => {
    await bypassTenantFilter(db, 'transaction')
    const counts: KeyCount[] = []
    for (const each of listEncryptedColumns()) {
      const { table, column } = each
      const rows = await queryRows(
        db,
        countRow,
        sql`
        select ${storedKeyId(each)} as "keyId", count(*)::int as values
          from ${sql.table(table)} where ${sql.ref(column)} is not null group by 1 order by 1`,
      )
      counts.push(...rows.map((row) => ({ column: `${table}.${column}`, ...row })))
    }
    return counts
  })

/** How many of the counted texts do not have this key. */
export const countOthers = (counts: readonly KeyCount[], keyId: string | undefined): number =>
  counts.filter((each) => each.keyId !== keyId).reduce((sum, { values }) => sum + values, 0)
