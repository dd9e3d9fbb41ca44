import { type Database, execute, type Sql, sql } from '#platform/server/database.ts'
import { untyped } from './provider-row.ts'

/** Makes anew what the network offers to choose from, from the table that holds its providers. */
export async function makeLookUps(db: Database, network: string, table: string) {
  await execute(db, sql`delete from network_city where network_code = ${network}`)
  await insertCities(db, network, sql`select * from ${sql.table(table)}`)
  await execute(db, sql`delete from network_provider_type where network_code = ${network}`)
  await insertTypes(db, network, sql`select * from ${sql.table(table)}`)
}

/**
 * Makes anew the part of it that a change of some rows has touched: `touched` holds country_id, state_id,
 * city_key and provider_type_id of these rows as they were and as they are.
 */
export async function mendLookUps(db: Database, network: string) {
  const touchedRows = (key: Sql) => sql`
    select provider.*
      from (select distinct country_id, state_id, ${key} as key from touched) as touched
      join provider on provider.network_code = ${network}
                   and provider.country_id = touched.country_id
                   and provider.state_id is not distinct from touched.state_id
                   and provider.${key} = touched.key`
  await execute(
    db,
    sql`
    delete from network_city
     where network_code = ${network}
       and (country_id, state_id, search_key(city)) in
           (select country_id, coalesce(state_id, ''), city_key from touched)`,
  )
  await insertCities(db, network, touchedRows(sql.ref('city_key')))
  await execute(
    db,
    sql`
    delete from network_provider_type
     where network_code = ${network}
       and (country_id, state_id, provider_type_id) in
           (select country_id, coalesce(state_id, ''), provider_type_id from touched)`,
  )
  await insertTypes(db, network, touchedRows(sql.ref('provider_type_id')))
}

/** A city has the gazetteer's spelling, id and point when it knows the city under this very name. */
const insertCities = (db: Database, network: string, providers: Sql) =>
  execute(
    db,
    sql`
    insert into network_city (network_code, country_id, state_id, city, city_id, latitude, longitude)
    select ${network}, here.country_id, here.state_id,
           coalesce(known.name, case when spelling = upper(spelling) then initcap(spelling) else spelling end),
           coalesce(known.id, coalesce(nullif(here.state_id, ''), here.country_id) || '-' || city_key),
           coalesce(known.latitude, here.latitude), coalesce(known.longitude, here.longitude)
      from (select country_id, coalesce(state_id, '') as state_id, city_key,
                   max(city collate "C") as spelling, avg(latitude) as latitude, avg(longitude) as longitude
              from (${providers}) as provider
             where city_key <> ''
             group by country_id, coalesce(state_id, ''), city_key) as here
      left join lateral (
           select city.id, city.name, city.latitude, city.longitude
             from city
            where city.key = place_key(here.spelling)
              and search_key(city.name) = here.city_key
              and city.country_id = here.country_id
              and here.state_id in ('', city.state_id)
            order by population desc
            limit 1) as known on true
        on conflict do nothing`,
  )

const insertTypes = (db: Database, network: string, providers: Sql) =>
  execute(
    db,
    sql`
    insert into network_provider_type (network_code, country_id, state_id, provider_type_id)
    select distinct ${network}, country_id, coalesce(state_id, ''), provider_type_id
      from (${providers}) as provider
     where provider_type_id <> ${untyped}`,
  )
