import { z } from 'zod'
import { type Database, queryRows, sql } from '#platform/server/database.ts'

/** A possible meaning of a phrase. If several cities in a state share a name, only the largest is listed. */
const meaning = z.object({
  kind: z.enum(['country', 'state', 'city', 'zip']),
  text: z.string(),
  countryId: z.string(),
  stateId: z.string().nullable(),
  name: z.string(),
  population: z.number(),
  latitude: z.number(),
  longitude: z.number(),
  label: z.string(),
})
export type Meaning = z.infer<typeof meaning>

/** Looks up all phrases and ZIPs in one query. */
export function findMeanings(db: Database, phrases: string[], zips: string[]): Promise<Meaning[]> {
  return queryRows(
    db,
    meaning,
    sql`select kind, phrase as text, country_id as "countryId", state_id as "stateId", name,
               population, latitude, longitude, label
          from place_meanings(${phrases}, ${zips})`,
  )
}
