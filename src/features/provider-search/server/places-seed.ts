import { z } from 'zod'
import { type Database, queryRows, sql } from '#platform/server/database.ts'
import { demoCountries } from './countries-seed.ts'

const place = z.object({
  countryId: z.string(),
  stateId: z.string().nullable(),
  city: z.string(),
  zipcode: z.string().nullable(),
  latitude: z.number(),
  longitude: z.number(),
  /** Population. */
  population: z.number(),
})
export type DemoPlace = z.infer<typeof place>

/** Every populated ZIP, with its share of the population. */
export function zipsWithPeople(db: Database): Promise<DemoPlace[]> {
  return queryRows(
    db,
    place,
    sql`
    with town as (
      select distinct on (state_id, key) city_id, state_id, key, population
        from city_by_key
       where country_id = 'US' and population > 0
       order by state_id, key, population desc, city_id)
    select 'US' as "countryId", town.state_id as "stateId", zip.city, zip.id as zipcode, latitude, longitude,
           population::float8 / count(*) over (partition by city_id) as population
      from postal_code zip
      join town on town.state_id = zip.state_id and town.key = place_key(zip.city)
     where zip.country_id = 'US'
     order by zip.id`,
  )
}

const mostPerCountry = 60

/** The larger cities of each country in the international networks. */
export function placesAbroad(db: Database): Promise<DemoPlace[]> {
  const countries = demoCountries.map(({ id }) => id)
  return queryRows(
    db,
    place,
    sql`
    select country_id as "countryId", state_id as "stateId", name as city, null as zipcode, latitude, longitude,
           population
      from (select *, row_number() over (partition by country_id order by population desc, id) as rank
              from city
             where country_id = any(${countries}) and population > 0) ranked
     where rank <= ${mostPerCountry}
     order by country_id, rank`,
  )
}
