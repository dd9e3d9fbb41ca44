import { z } from 'zod'
import { findColumnKeys } from '#platform/db/column-encryption/column-keys.ts'
import { decryptText, encryptText, isLost } from '#platform/db/column-encryption/column-texts.ts'
import {
  type EncryptedColumn,
  encryptedMark,
  findEncryptedColumn,
} from '#platform/db/column-encryption/encrypted-columns.ts'
import { type Database, execute, queryRows, sql } from '#platform/db/database.ts'
import { messages as general } from '#platform/import/import-messages.ts'
import type { RowParser } from '#platform/import/load-staging.ts'
import { RowRejectedError } from '#platform/import/rejects.ts'
import type { CaseFile } from './case-files.ts'

/** Encrypts the texts of rows before they are copied, so that no table has them in clear text. */
export function encryptRows(db: Database, { table, columns }: CaseFile, parseRow: RowParser): RowParser {
  const encrypted = findEncryptedColumn(table)
  if (!encrypted) return parseRow
  const cells = Object.entries(columns)
  const position = (name: string) => cells.findIndex(([, [column]]) => column === name)
  const at = position(encrypted.column)
  const keyAt = encrypted.key.map(({ name }) => position(name))
  return (fields) => {
    const row = parseRow(fields)
    const text = row[at]
    if (typeof text !== 'string') return row
    // It would look encrypted.
    if (text.startsWith(encryptedMark))
      throw new RowRejectedError(general.unreadable(cells[at]?.[0] ?? encrypted.column))
    const key = keyAt.map((index) => row[index] ?? '')
    return row.with(at, encryptText(db, encrypted, key, text))
  }
}

const batchSize = 1_000
const pair = z.object({ line: z.int(), row: z.array(z.string()), staged: z.string(), known: z.string() })
type Pair = z.infer<typeof pair>

/**
 * Replaces texts in `checked` that have not changed with their stored form, because encrypting the same text twice gives
 * different results.
 */
export async function keepSameTexts(db: Database, { table }: CaseFile) {
  const encrypted = findEncryptedColumn(table)
  if (!encrypted || !findColumnKeys(db)) return
  for (let last: number | undefined = -1; last !== undefined; ) {
    const pairs: Pair[] = await queryRows(db, pair, knownTextsQuery(encrypted, last))
    const same: Pair[] = []
    for (const each of pairs) if (await isSame(db, encrypted, each)) same.push(each)
    const column = sql.ref(encrypted.column)
    await execute(
      db,
      sql`
      update checked set ${column} = same.known
        from unnest(${same.map(({ line }) => line)}::int[], ${same.map(({ known }) => known)}::text[]) as same (line, known)
       where checked.line = same.line`,
    )
    last = pairs.length < batchSize ? undefined : pairs.at(-1)?.line
  }
}

/** Whether a row already has the staged text. A lost one is replaced by the import. */
async function isSame(db: Database, encrypted: EncryptedColumn, { row, known, staged }: Pair) {
  const text = await decryptText(db, encrypted, row, staged)
  try {
    return (await decryptText(db, encrypted, row, known)) === text
  } catch (error) {
    if (isLost(db, error)) return false
    throw error
  }
}

/** Selects the next staged texts with what is stored. Stored rows are looked up one by one, as in `mergeRows`. */
function knownTextsQuery({ table, column, key }: EncryptedColumn, after: number) {
  const of = (alias: string, names: readonly string[]) =>
    sql.join(names.map((name) => sql.ref(`${alias}.${name}`)))
  const names = key.map(({ name }) => name)
  return sql`
    select s.line, array[${of('s', names)}] as row, s.${sql.ref(column)} as staged, k.text as known
      from checked s
     cross join lateral (
           select known.${sql.ref(column)} as text from ${sql.table(table)} known
            where (${of('known', names)}) = (${of('s', names)}) offset 0) k
     where s.fault is null and s.${sql.ref(column)} is not null and k.text is not null and s.line > ${after}
     order by s.line
     limit ${batchSize}`
}
