import { z } from 'zod'
import { now } from '../../contract/clock.ts'
import { bypassTenantFilter } from '../bypass-tenant-filter.ts'
import { type Database, execute, inTransaction, queryRow, queryRows, sql } from '../database.ts'
import { type ColumnKeys, findColumnKeys, findCurrentKey } from './column-keys.ts'
import { storedKeyId } from './column-row-queries.ts'
import { type EncryptedColumn, encryptedMark, listEncryptedColumns } from './encrypted-columns.ts'

/**
 * Records that values may need the current key from now on, and lets this process encrypt with it. A trigger ends the
 * retirement of a key that is recorded again. Must not run in a transaction, which could be rolled back.
 */
export async function recordColumnKey(db: Database) {
  const keys = findColumnKeys(db)
  const key = findCurrentKey(keys)
  if (!keys || !key) return
  await execute(
    db,
    sql`
    insert into column_key (id, first_used_at) values (${key.id}, ${now()}) on conflict do nothing`,
  )
  keys.known.add(key.id)
  keys.recordedId = key.id
}

const keyRow = z.object({ id: z.string() })

/**
 * Whether a key was ever used in this database. Every key is recorded before its first use, so an unknown ID in a stored
 * value is damage, and not a missing key.
 */
export async function isKnownKey(db: Database, id: string): Promise<boolean> {
  const keys = findColumnKeys(db)
  if (keys?.known.has(id)) return true
  const found = await queryRow(db, keyRow, sql`select id from column_key where id = ${id}`)
  if (found) keys?.known.add(id)
  return found !== undefined
}

/** Lists the IDs of all keys that were ever used. */
export async function listKnownKeys(db: Database): Promise<ReadonlySet<string>> {
  const rows = await queryRows(db, keyRow, sql`select id from column_key`)
  return new Set(rows.map(({ id }) => id))
}

/**
 * The IDs of the keys that values in the database need and the portal does not have. A key that was named and never
 * used, such as one that the operator has taken back, has no values; only then are they searched.
 */
export async function findMissingKeys(owner: Database): Promise<string[]> {
  const keys = findColumnKeys(owner)
  const query = sql`select id from column_key where retired_at is null order by id`
  const missing = (await queryRows(owner, keyRow, query)).map(({ id }) => id).filter((id) => !keys?.find(id))
  if (missing.length === 0) return []
  return inTransaction(owner, async (db) => {
    await bypassTenantFilter(db, 'transaction')
    const needed: string[] = []
    for (const id of missing) if (await hasValue(db, id)) needed.push(id)
    return needed
  })
}

async function hasValue(db: Database, keyId: string): Promise<boolean> {
  const values = listEncryptedColumns().map(
    ({ table, column }) =>
      sql`exists (select from ${sql.table(table)} where starts_with(${sql.ref(column)}, ${`${encryptedMark}${keyId}.`}))`,
  )
  const row = await queryRow(
    db,
    z.object({ has: z.boolean() }),
    sql`select ${sql.join(values, sql` or `)} as has`,
  )
  return row?.has ?? false
}

/** Notes which keys no value needs any longer. No key is ever deleted. */
export const retireKeys = (owner: Database, used: readonly string[]) =>
  execute(
    owner,
    sql`
    update column_key
       set retired_at = case when id = any(${used}::text[]) then null else ${now()}::timestamptz end
     where (retired_at is null) <> (id = any(${used}::text[]))`,
  )

const countRow = z.object({ keyId: z.string().transform((id) => id || undefined), values: z.int() })

/** How many values of one column have the same key; without an ID, those in clear text. */
export type KeyCount = { column: EncryptedColumn; keyId: string | undefined; values: number }

/** Counts the values of every column by key. Reads all of them. */
export const countKeys = (owner: Database): Promise<KeyCount[]> =>
  inTransaction(owner, async (db) => {
    await bypassTenantFilter(db, 'transaction')
    const counts: KeyCount[] = []
    for (const column of listEncryptedColumns()) {
      const rows = await queryRows(
        db,
        countRow,
        sql`
        select ${storedKeyId(column)} as "keyId", count(*)::int as values
          from ${sql.table(column.table)} where ${sql.ref(column.column)} <> '' group by 1 order by 1`,
      )
      counts.push(...rows.map((row) => ({ column, ...row })))
    }
    return counts
  })

/** How many of the counted values are not stored as the settings say: with the current key, or in clear text. */
export const countOthers = (counts: readonly KeyCount[], keys: ColumnKeys | undefined): number =>
  sumValues(counts.filter(({ column, keyId }) => keyId !== keys?.current(column.kind)?.id))

/** How many values the counts have together. */
export const sumValues = (counts: readonly KeyCount[]): number =>
  counts.reduce((sum, { values }) => sum + values, 0)
