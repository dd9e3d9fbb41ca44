import { z } from 'zod'
import { kilometersBetween } from '#geography/rules.ts'
import { type Database, queryRows, sql } from '#platform/db/database.ts'

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

/** The larger cities of each of these countries. */
export function placesAbroad(db: Database, countries: readonly string[]): Promise<DemoPlace[]> {
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

/** One telephone area code for each state and territory. */
const areaCodes: Readonly<Record<string, string>> = Object.fromEntries(
  `AL 205 AK 907 AZ 602 AR 501 CA 213 CO 303 CT 203 DE 302 DC 202 FL 305 GA 404 HI 808 ID 208 IL 312 IN 317 IA 515
   KS 316 KY 502 LA 504 ME 207 MD 410 MA 617 MI 313 MN 612 MS 601 MO 314 MT 406 NE 402 NV 702 NH 603 NJ 201 NM 505
   NY 212 NC 704 ND 701 OH 216 OK 405 OR 503 PA 215 RI 401 SC 803 SD 605 TN 615 TX 214 UT 801 VT 802 VA 804 WA 206
   WV 304 WI 414 WY 307 PR 787 VI 340 GU 671 AS 684 MP 670`
    .match(/[A-Z]{2} \d{3}/g)
    ?.map((entry) => [entry.slice(0, 2), entry.slice(3)]) ?? [],
)

/** A place with the prefix of its phone numbers: an area code in parentheses or a country code. */
export type PlaceWithPrefix = DemoPlace & { prefix: string }

/** Every populated ZIP, with the area code of its state. */
export async function americanPlaces(db: Database): Promise<PlaceWithPrefix[]> {
  const zips = await zipsWithPeople(db)
  return zips.map((zip) => ({ ...zip, prefix: `(${areaCodes[zip.stateId ?? ''] ?? '800'})` }))
}

/** The ZIPs nearest to the middle of each of the largest cities. */
export async function placesDowntown(
  db: Database,
  cityCount: number,
  zipsPerCity = 1,
): Promise<PlaceWithPrefix[]> {
  const cities = Map.groupBy(await americanPlaces(db), ({ stateId, city }) => `${city}, ${stateId}`)
  const people = (zips: readonly PlaceWithPrefix[]) =>
    zips.reduce((sum, { population }) => sum + population, 0)
  const mean = (zips: readonly PlaceWithPrefix[], axis: 'latitude' | 'longitude') =>
    zips.reduce((sum, zip) => sum + zip[axis], 0) / zips.length
  return [...cities.values()]
    .sort((a, b) => people(b) - people(a))
    .slice(0, cityCount)
    .flatMap((zips) => {
      const middle = { latitude: mean(zips, 'latitude'), longitude: mean(zips, 'longitude') }
      const fromMiddle = (zip: PlaceWithPrefix) => kilometersBetween(middle, zip)
      return zips.toSorted((a, b) => fromMiddle(a) - fromMiddle(b)).slice(0, zipsPerCity)
    })
}
