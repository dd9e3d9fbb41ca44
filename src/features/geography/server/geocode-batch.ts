import { type Sql, sql } from '#platform/db/database.ts'

/**
 * Builds a query that geocodes a whole roster by ZIP, then by city and state, then by city and country. It
 * returns `row_id, latitude, longitude, precision` for each row that matches. `rows` is a query with the
 * columns `row_id, zip, city, state_id, country_id` (all but the first can be null or empty). Each distinct
 * place is looked up once.
 */
export const geocodeBatchQuery = (rows: Sql): Sql => sql`
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
