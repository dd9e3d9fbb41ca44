import { type Database, execute, type Sql, sql } from '#platform/server/database.ts'
import { untyped } from './provider-row.ts'

const cityTable = (table: string) => sql.table(`${table}_city`)
const typeTable = (table: string) => sql.table(`${table}_type`)

/**
 * Collects the cities and provider types of a table's rows in temporary tables, which last until the session
 * ends.
 */
export async function collectLookups(db: Database, table: string, providers: Sql = sql.table(table)) {
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

/** Replaces the cities and provider types that the network offers with the collected ones. */
export async function replaceLookups(db: Database, network: string, table: string) {
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
