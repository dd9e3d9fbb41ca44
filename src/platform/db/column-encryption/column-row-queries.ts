import { type Sql, sql } from '../database.ts'
import { encryptedMark, type RowKey } from './column-texts.ts'
import type { EncryptedColumn } from './encrypted-columns.ts'

/** The ID of the key of a stored text, as SQL; an empty text for clear text, and null if there is no text. */
export function storedKeyId({ column }: EncryptedColumn): Sql {
  const stored = sql.ref(column)
  return sql`
    case when starts_with(${stored}, ${encryptedMark}) then substr(${stored}, 2, 16)
         when ${stored} is not null then '' end`
}

/** The primary key of a row, as an SQL array of texts. */
const selectRowKey = ({ key }: EncryptedColumn): Sql =>
  sql`array[${sql.join(key.map(({ name }) => sql`${sql.ref(name)}::text`))}]`

const keyColumns = ({ key }: EncryptedColumn) => sql.join(key.map(({ name }) => sql.ref(name)))

const keyValues = ({ key }: EncryptedColumn, row: RowKey) =>
  sql.join(
    key.map(({ type }, index) => (type === 'uuid' ? sql`${row[index]}::uuid` : sql`${row[index]}::text`)),
  )

/** Whether a row has this primary key. */
export const isRow = (column: EncryptedColumn, row: RowKey): Sql =>
  sql`(${keyColumns(column)}) = (${keyValues(column, row)})`

/**
 * The next rows that meet a condition, in the order of the primary key, whose index is read on from `after`; with
 * `columns` besides the text, and `locking` for the end of the query.
 */
export const nextRowsQuery = (
  column: EncryptedColumn,
  { columns, condition, after, limit, locking = sql`` }: NextRows,
): Sql => sql`
  select ${selectRowKey(column)} as row, ${sql.ref(column.column)} as stored${columns ? sql`, ${columns}` : sql``}
    from ${sql.table(column.table)}
   where ${condition} and ${after ? sql`(${keyColumns(column)}) > (${keyValues(column, after)})` : sql`true`}
   order by ${keyColumns(column)}
   limit ${limit} ${locking}`

type NextRows = { columns?: Sql; condition: Sql; after: RowKey | undefined; limit: number; locking?: Sql }
