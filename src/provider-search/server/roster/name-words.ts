import { type Database, execute, type Sql, sql } from '#platform/server/database.ts'

const words = (rows: Sql) =>
  sql`select unnest(tsvector_to_array(name_words)) as word from (${rows}) as provider`

/** Adds the words of a table's names to the words that mistyped ones are compared with. */
export async function addWords(db: Database, table: string) {
  await execute(
    db,
    sql`
    insert into name_word (word)
    select word
      from (select distinct word from (${words(sql`select * from ${sql.table(table)}`)}) as named) as named
     where not exists (select from name_word where name_word.word = named.word)
     order by word
        on conflict do nothing`,
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
 * Removes the remembered words that no provider's name has any more. The rows of `coming` count; where they are
 * about to become the whole of a network, those that it has at present do not.
 */
export async function removeWords(db: Database, coming: { table: string; network?: string }) {
  await execute(
    db,
    sql`
    delete from name_word
     where word in (select word from leaving_word
                    except ${words(sql`select * from ${sql.table(coming.table)}`)})
       and not exists (select from provider
                        where network_code <> ${coming.network ?? ''}
                          and name_words @@ ('''' || replace(word, '''', '''''') || '''')::tsquery)`,
  )
}
