import { type Database, execute, type Sql, sql } from '#platform/server/database.ts'

const wordsQuery = (rows: Sql) =>
  sql`select unnest(tsvector_to_array(name_words)) as word from (${rows}) as provider where not hidden`

const wordTable = (table: string) => sql.table(`${table}_word`)

/** Collects the words of a table's names in a temporary table, which lasts until the session ends. */
export async function collectWords(db: Database, table: string) {
  await execute(
    db,
    sql`create temporary table ${wordTable(table)} as
        select distinct word from (${wordsQuery(sql`select * from ${sql.table(table)}`)}) as named`,
  )
}

/** Adds the collected words to the words that fuzzy search compares with. Requires the directory lock. */
export async function addWords(db: Database, table: string) {
  await execute(
    db,
    sql`
    insert into name_word (word)
    select word
      from ${wordTable(table)} as named
     where not exists (select from name_word where name_word.word = named.word)
     order by word`,
  )
}

/**
 * In `deleted_word`, which lasts until the transaction ends, collects the words of rows that are about to be
 * deleted.
 */
export async function collectDeletedWords(db: Database, deleted: Sql) {
  await execute(db, sql`drop table if exists deleted_word`)
  await execute(
    db,
    sql`create temporary table deleted_word on commit drop as
        select distinct word from (${wordsQuery(deleted)}) as named`,
  )
}

/**
 * Removes the words in `deleted_word` that no provider's name contains anymore. Keeps the collected words of
 * the staged rows; with `network`, ignores the current rows of that network, which the staged rows replace.
 */
export async function removeWords(db: Database, staging: { table: string; network?: string }) {
  await execute(
    db,
    sql`
    delete from name_word
     where word in (select word from deleted_word except select word from ${wordTable(staging.table)})
       and not exists (select from provider
                        where network_code <> ${staging.network ?? ''}
                          and not hidden
                          and name_words @@ ('''' || replace(word, '''', '''''') || '''')::tsquery)`,
  )
}
