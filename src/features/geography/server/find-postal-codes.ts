import { z } from 'zod'
import { type Database, queryRows, sql } from '#platform/db/database.ts'
import type { Place } from '../contract.ts'

const maxCodes = 6

const zipRow = z.object({
  id: z.string(),
  city: z.string(),
  state: z.string().nullable(),
  stateName: z.string().nullable(),
  country: z.string(),
  latitude: z.number(),
  longitude: z.number(),
})

/** The ZIPs that begin with the typed digits; the last four of a ZIP+4 do not matter. */
export async function findZips(
  db: Database,
  searchTerm: string,
  countryId: string | undefined,
): Promise<Place[]> {
  const [, digits] = /^#?(\d{1,5})(?:(?<=\d{5})[\s-]*\d{0,4})?$/.exec(searchTerm) ?? []
  if (!digits) return []
  const found = await queryRows(
    db,
    zipRow,
    sql`
    select p.id, city, state_id as state, state.name as "stateName", p.country_id as country, latitude, longitude
      from postal_code p
      left join state on state.id = state_id
     where p.id between ${digits.padEnd(5, '0')} and ${digits.padEnd(5, '9')}
       and (${countryId ?? null}::text is null or p.country_id = ${countryId ?? null})
     order by p.id
     limit ${maxCodes}`,
  )
  return found.map(({ id, ...zip }) => ({
    ...{
      kind: 'zip' as const,
      label: `${zip.city}, ${zip.state ?? zip.country} ${id}`,
      zipCode: id,
      centerZipCode: null,
    },
    ...zip,
  }))
}
