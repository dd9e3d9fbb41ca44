import { type Database, execute, type Sql, sql } from '#platform/db/database.ts'
import { type Comparison, compareTables, diffTable, type Removal } from './diff-tables.ts'
import { untyped } from './provider-row.ts'
import { currentRows, type StagingTable, writtenColumns } from './staging-tables.ts'

/**
 * A planned change to a network: nothing, a diff applied to the current table, or a swap of the current table
 * for a new one.
 */
export type NetworkChange = Comparison &
  StagingTable & { source: string; unchanged: number; strategy: 'none' | 'diff' | 'swap' }

/**
 * Changing a row in place costs as much as writing five rows of a new table. The factor is higher because
 * such changes also leave the table less ordered.
 */
const rowsPerChange = 10

/** Plans the change to a network from its staged rows. */
export async function planChange(
  db: Database,
  staging: StagingTable,
  removal: Removal,
): Promise<NetworkChange> {
  const compared = await compareTables(db, staging, removal)
  const isEmpty = compared.current === 0
  const found = isEmpty ? { ...compared, added: staging.rows } : compared
  const changes = found.added + found.changed + found.removed
  const rows = found.current + found.added
  const strategy = changes === 0 ? 'none' : changes * rowsPerChange < rows ? 'diff' : 'swap'
  const unchanged = found.current - found.changed - found.removed
  return { ...staging, ...found, source: removal.source, unchanged, strategy }
}

/** Adds to the staging table the current rows that the import neither changes nor removes. */
export async function copyUnchangedRows(db: Database, { network, table, rows, ...change }: NetworkChange) {
  if (rows === change.current - change.removed + change.added) return
  const current = await currentRows(db, network)
  await execute(
    db,
    sql`
    insert into ${sql.table(table)} (${writtenColumns})
    select ${writtenColumns}
      from ${current} as current
     where not exists (select from ${sql.table(table)} as staged where staged.hash = current.hash)
       and not exists (select from ${diffTable(table)} as deleted where deleted.hash = current.hash)`,
  )
}

/**
 * Collects the data that `updateDerivedData` needs from a complete table. Does not require the directory
 * lock.
 */
export async function collectDerivedData(db: Database, { table }: NetworkChange) {
  await collectWords(db, table)
  await collectLookups(db, table)
}

/** Updates the name words and the lookups for the table that is about to replace the current one. */
export async function updateDerivedData(db: Database, { network, table, changed, removed }: NetworkChange) {
  if (changed + removed > 0) {
    const current = await currentRows(db, network)
    await collectDeletedWords(
      db,
      sql`select current.* from ${current} as current join ${diffTable(table)} using (hash)`,
    )
    await removeWords(db, { network, table })
  }
  await addWords(db, table)
  await replaceLookups(db, network, table)
}

/** Deletes, updates and inserts the differing rows in the current table, with their name words and lookups. */
export async function applyDiff(db: Database, { network, table }: NetworkChange) {
  const current = await currentRows(db, network)
  const diff = diffTable(table)
  await execute(
    db,
    sql`
    create temporary table deleted on commit drop as
    select current.* from ${current} as current join ${diff} using (hash)`,
  )
  await execute(
    db,
    sql`
    create temporary table inserted on commit drop as
    select staged.* from ${sql.table(table)} as staged join ${diff} using (hash)`,
  )
  await collectDeletedWords(db, sql`select * from deleted`)
  await collectWords(db, 'inserted')
  await execute(
    db,
    sql`delete from provider using deleted where provider.network_code = ${network} and provider.hash = deleted.hash`,
  )
  await execute(db, sql`insert into provider (${writtenColumns}) select ${writtenColumns} from inserted`)
  await addWords(db, 'inserted')
  await removeWords(db, { table: 'inserted' })
  await collectLookups(db, 'inserted', current)
  await replaceLookups(db, network, 'inserted')
  await execute(db, sql`drop table deleted, inserted, inserted_word, inserted_city, inserted_type`)
}

const wordsQuery = (rows: Sql) =>
  sql`select unnest(tsvector_to_array(name_words)) as word from (${rows}) as provider where not hidden`

const wordTable = (table: string) => sql.table(`${table}_word`)

/** Collects the words of a table's names in a temporary table, which lasts until the session ends. */
async function collectWords(db: Database, table: string) {
  await execute(
    db,
    sql`create temporary table ${wordTable(table)} as
        select distinct word from (${wordsQuery(sql`select * from ${sql.table(table)}`)}) as named`,
  )
}

/** Adds the collected words to the words that fuzzy search compares with. Requires the directory lock. */
async function addWords(db: Database, table: string) {
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
 * Collects the words of rows that are about to be deleted. Puts them in `deleted_word`, which lasts until
 * the transaction ends.
 */
async function collectDeletedWords(db: Database, deleted: Sql) {
  await execute(db, sql`drop table if exists deleted_word`)
  await execute(
    db,
    sql`create temporary table deleted_word on commit drop as
        select distinct word from (${wordsQuery(deleted)}) as named`,
  )
}

/**
 * Removes the words in `deleted_word` that no visible provider's name contains. Keeps the collected words of
 * the staged rows; with `network`, ignores the current rows of that network, which the staged rows replace.
 */
async function removeWords(db: Database, staging: { table: string; network?: string }) {
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

const cityTable = (table: string) => sql.table(`${table}_city`)
const typeTable = (table: string) => sql.table(`${table}_type`)

/**
 * Collects the cities and provider types of a table's rows in temporary tables, which last until the session
 * ends.
 */
async function collectLookups(db: Database, table: string, providers: Sql = sql.table(table)) {
  await execute(
    db,
    sql`
    create temporary table ${cityTable(table)} as
    select country_id, coalesce(state_id, '') as state_id, city_key,
           max(city collate "C") as spelling, avg(latitude) as latitude, avg(longitude) as longitude
      from ${providers} as provider
     where city_key <> '' and not hidden
     group by country_id, coalesce(state_id, ''), city_key`,
  )
  await execute(
    db,
    sql`
    create temporary table ${typeTable(table)} as
    select distinct country_id, coalesce(state_id, '') as state_id, provider_type_id
      from ${providers} as provider
     where provider_type_id <> ${untyped} and not hidden`,
  )
}

/**
 * Replaces the cities and provider types that the network offers with the collected ones, even if they are the same: this
 * counts the version of the directory, which the caches follow.
 */
async function replaceLookups(db: Database, network: string, table: string) {
  await execute(db, sql`delete from network_city where network_code = ${network}`)
  await insertCities(db, network, table)
  await execute(db, sql`delete from network_provider_type where network_code = ${network}`)
  await execute(
    db,
    sql`
    insert into network_provider_type (network_code, country_id, state_id, provider_type_id)
    select ${network}, country_id, state_id, provider_type_id from ${typeTable(table)}`,
  )
}

/**
 * Inserts the collected cities. If the gazetteer lists a city under exactly the same name, its spelling, ID
 * and coordinates are used.
 */
const insertCities = (db: Database, network: string, table: string) =>
  execute(
    db,
    sql`
    insert into network_city (network_code, country_id, state_id, city, city_id, latitude, longitude)
    select ${network}, here.country_id, here.state_id,
           coalesce(known.name, case when spelling = upper(spelling) then initcap(spelling) else spelling end),
           coalesce(known.id, coalesce(nullif(here.state_id, ''), here.country_id) || '-' || city_key),
           coalesce(known.latitude, here.latitude), coalesce(known.longitude, here.longitude)
      from ${cityTable(table)} as here
      left join lateral (
           select city.id, city.name, city.latitude, city.longitude
             from city
            where city.key = place_key(here.spelling)
              and search_key(city.name) = here.city_key
              and city.country_id = here.country_id
              and here.state_id in ('', city.state_id)
            order by population desc
            limit 1) as known on true`,
  )
