import { type Database, execute, type Sql, sql } from '#platform/server/database.ts'

const words = (rows: Sql) =>
  sql`select unnest(tsvector_to_array(name_words)) as word from (${rows}) as provider where not hidden`

const wordsOf = (table: string) => sql.table(`${table}_word`)

/** Gathers the words of a table's names, for this session and until it ends. */
export async function gatherWords(db: Database, table: string) {
  await execute(
    db,
    sql`create temporary table ${wordsOf(table)} as
        select distinct word from (${words(sql`select * from ${sql.table(table)}`)}) as named`,
  )
}

/** Adds the gathered words of a table to the words that mistyped ones are compared with; the directory is locked. */
export async function addWords(db: Database, table: string) {
  await execute(
    db,
    sql`
    insert into name_word (word)
    select word
      from ${wordsOf(table)} as named
     where not exists (select from name_word where name_word.word = named.word)
     order by word`,
  )
}

/** Keeps, in `leaving_word` until the transaction ends, the words of rows that are about to go. */
export async function rememberWords(db: Database, leaving: Sql) {
  await execute(db, sql`drop table if exists leaving_word`)
  await execute(
    db,
    sql`create temporary table leaving_word on commit drop as
        select distinct word from (${words(leaving)}) as named`,
  )
}

/**
 * Removes the remembered words that no provider's name has any more. The gathered words of what is coming count;
 * where that is about to become the whole of a network, those that it has at present do not.
 */
export async function removeWords(db: Database, coming: { table: string; network?: string }) {
  await execute(
    db,
    sql`
    delete from name_word
     where word in (select word from leaving_word except select word from ${wordsOf(coming.table)})
       and not exists (select from provider
                        where network_code <> ${coming.network ?? ''}
                          and not hidden
                          and name_words @@ ('''' || replace(word, '''', '''''') || '''')::tsquery)`,
  )
}
