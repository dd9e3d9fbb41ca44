import { type Sql, sql } from '#platform/server/database.ts'

/**
 * The points of a whole roster, by ZIP, else by city and state, else by city and country: gives
 * `row_id, latitude, longitude, precision` for each row that has one. `rows` is a query for the columns
 * `row_id, zip, city, state_id, country_id` (all but the first may be null or empty). A place that many
 * rows share is looked up once.
 */
export const pointsOf = (rows: Sql): Sql => sql`
  with asked as materialized (
    select row_id, coalesce(zip, '') as zip, coalesce(city, '') as city,
           coalesce(state_id, '') as state_id, coalesce(country_id, '') as country_id
      from (${rows}) as roster
  ), place as materialized (
    select distinct zip, city, state_id, country_id from asked
  ), found as materialized (
    select place.*, point.*
      from place
     cross join lateral place_point(zip, city, nullif(state_id, ''), nullif(country_id, '')) as point
  )
  select row_id, latitude, longitude, "precision"
    from asked
    join found using (zip, city, state_id, country_id)`
