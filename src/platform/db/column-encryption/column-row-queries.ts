import { type Sql, sql } from '../database.ts'
import { type EncryptedColumn, encryptedMark, type RowKey } from './encrypted-columns.ts'

/** In place of the ID of a key that is itself damaged. */
export const damagedKeyId = '?'

/** The ID of the key of a stored text, as SQL; an empty text for clear text, and null if there is no text. */
export function storedKeyId({ column }: EncryptedColumn): Sql {
  const stored = sql.ref(column)
  return sql`
    case when starts_with(${stored}, ${encryptedMark})
         then coalesce(substring(substr(${stored}, 2, 17) from '^([0-9a-f]{16})[.]$'), ${damagedKeyId})
         when ${stored} is not null then '' end`
}

/** The primary key of a row, as an SQL array of texts. */
const selectRowKey = ({ key }: EncryptedColumn): Sql =>
  sql`array[${sql.join(key.map(({ name }) => sql`${sql.ref(name)}::text`))}]`

const keyColumns = ({ key }: EncryptedColumn) => sql.join(key.map(({ name }) => sql.ref(name)))

const keyTypes = {
  text: { one: sql`::text`, many: sql`::text[]` },
  uuid: { one: sql`::uuid`, many: sql`::uuid[]` },
  boolean: { one: sql`::boolean`, many: sql`::boolean[]` },
}

const keyValues = ({ key }: EncryptedColumn, row: RowKey) =>
  sql.join(key.map(({ type }, index) => sql`${row[index]}${keyTypes[type].one}`))

/** A text to store in place of a row's previous one. */
export type Replacement = { row: RowKey; former: string; next: string }

/**
 * Stores texts again with one statement. Skips rows that are locked, because waiting for an import could stop it, and
 * those that have changed since they were read.
 */
export function replaceTexts(column: EncryptedColumn, texts: readonly Replacement[]): Sql {
  const { table, column: name, key } = column
  const of = (alias: string) => sql.join(key.map((each) => sql.ref(`${alias}.${each.name}`)))
  const keys = key.map(({ type }, index) => {
    const values = texts.map(({ row }) => row[index])
    return sql`${values}${keyTypes[type].many}`
  })
  const [former, next] = [texts.map((each) => each.former), texts.map((each) => each.next)]
  return sql`
    with free as materialized (
      select again.*
        from unnest(${sql.join(keys)}, ${former}::text[], ${next}::text[])
             as again (${keyColumns(column)}, former, next)
       cross join lateral (
             select from ${sql.table(table)} known
              where (${of('known')}) = (${of('again')}) and known.${sql.ref(name)} = again.former
                for update skip locked) as locked)
    update ${sql.table(table)} known
       set ${sql.ref(name)} = free.next
      from free
     where (${of('known')}) = (${of('free')})`
}

/** The next rows that meet a condition, in the order of the primary key, from the one after `after`. */
export const nextRowsQuery = (
  column: EncryptedColumn,
  { columns, condition, after, limit }: NextRows,
): Sql => sql`
  select ${selectRowKey(column)} as row, ${sql.ref(column.column)} as stored${columns ? sql`, ${columns}` : sql``}
    from ${sql.table(column.table)}
   where ${condition} and ${after ? sql`(${keyColumns(column)}) > (${keyValues(column, after)})` : sql`true`}
   order by ${keyColumns(column)}
   limit ${limit}`

type NextRows = { columns?: Sql; condition: Sql; after: RowKey | undefined; limit: number }
