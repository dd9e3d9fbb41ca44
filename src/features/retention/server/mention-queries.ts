import { z } from 'zod'
import { nextRowsQuery } from '#platform/db/column-encryption/column-row-queries.ts'
import { showText } from '#platform/db/column-encryption/column-texts.ts'
import {
  type EncryptedColumn,
  encryptedMark,
  findEncryptedColumn,
} from '#platform/db/column-encryption/encrypted-columns.ts'
import { type Database, queryRow, queryRows, type Sql, sql } from '#platform/db/database.ts'
import { mentioningTables } from './data-kinds.ts'
import { listColumns, mentions, type Person } from './person-data.ts'

/** How many rows of each table that can have personal data mention the person in any column. */
export async function countMentions(db: Database, person: Person): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of mentioningTables) {
    const encrypted = findEncryptedColumn(table)
    const columns = await listColumns(db, table)
    const clearCondition = encrypted ? sql`not ${encryptedCondition(encrypted)}` : sql`true`
    const texts = sql`select concat_ws(' ', ${columns}) as text from ${sql.table(table)} where ${clearCondition}`
    const rows =
      (await countTexts(db, texts, person)) +
      (encrypted ? await countEncryptedMentions(db, { encrypted, columns, person }) : 0)
    if (rows > 0) counts[table] = rows
  }
  return counts
}

async function countTexts(db: Database, texts: Sql, person: Person): Promise<number> {
  const count = sql`select count(*)::int as rows from (${texts}) as t where ${mentions(sql`t.text`, person)}`
  return (await queryRow(db, z.object({ rows: z.number() }), count))?.rows ?? 0
}

const encryptedCondition = ({ column }: EncryptedColumn): Sql =>
  sql`coalesce(starts_with(${sql.ref(column)}, ${encryptedMark}), false)`

const encryptedRow = z.object({ row: z.array(z.string()), stored: z.string(), text: z.string() })
const batchSize = 1_000

type EncryptedTexts = { encrypted: EncryptedColumn; columns: Sql; person: Person }

/** Decrypts the texts of a table in batches and counts them like the others. */
async function countEncryptedMentions(db: Database, { encrypted, columns, person }: EncryptedTexts) {
  let count = 0
  let after: readonly string[] | undefined
  do {
    const condition = encryptedCondition(encrypted)
    const next = { columns: sql`concat_ws(' ', ${columns}) as text`, condition, after, limit: batchSize }
    const rows = await queryRows(db, encryptedRow, nextRowsQuery(encrypted, next))
    const texts = await Array.fromAsync(
      rows,
      async ({ row, stored, text }) => `${text} ${await showText(db, encrypted, row, stored)}`,
    )
    if (texts.length > 0) count += await countTexts(db, sql`select unnest(${texts}::text[]) as text`, person)
    after = rows.length < batchSize ? undefined : rows.at(-1)?.row
  } while (after)
  return count
}
