import { z } from 'zod'
import { type Database, queryRows, sql } from '#platform/db/database.ts'
import type { Place } from '../contract.ts'

const maxCodes = 6

/** The format of each country's postal codes. The first group is the part that the data contains. */
const formats: Readonly<Record<string, RegExp>> = {
  DE: /^(\d{5})$/,
  FR: /^(\d{5})$/,
  ES: /^(\d{5})$/,
  IT: /^(\d{5})$/,
  GB: /^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})?$/,
  IE: /^([A-Z]\d[\dW])([A-Z\d]{4})?$/,
  CA: /^([A-Z]\d[A-Z])(\d[A-Z]\d)?$/,
  NL: /^(\d{4})([A-Z]{2})?$/,
  PT: /^(\d{4})(\d{3})?$/,
  AT: /^(\d{4})$/,
  AU: /^(\d{4})$/,
  BE: /^(\d{4})$/,
  CH: /^(\d{4})$/,
  DK: /^(\d{4})$/,
  NO: /^(\d{4})$/,
  PL: /^(\d{5})$/,
  CZ: /^(\d{5})$/,
  SE: /^(\d{5})$/,
  FI: /^(\d{5})$/,
  CR: /^(\d{5})$/,
  DO: /^(\d{5})$/,
  CO: /^(\d{6})$/,
  BR: /^(\d{8})$/,
}

/** A country's typed code without spaces, hyphens and the letters of the country before a number: "D-10115". */
const compact = (code: string) =>
  code
    .toUpperCase()
    .replace(/^[A-Z]{1,2}-(?=\d)/, '')
    .replaceAll(/[\s-]/g, '')

/** The key of a postal code in a country; undefined if it is none there. */
export const postalCodeKey = (countryId: string, code: string): string | undefined =>
  formats[countryId]?.exec(compact(code))?.[1]

const codeRow = z.object({
  id: z.string(),
  city: z.string(),
  state: z.string().nullable(),
  stateName: z.string().nullable(),
  country: z.string(),
  countryName: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  radiusKm: z.number(),
})
export type PostalCode = z.infer<typeof codeRow>

/**
 * The postal codes abroad with these keys, in their order. Brazil's are the first codes of municipalities; a code there
 * belongs to the last one that is not greater.
 */
export function findCodesAbroad(
  db: Database,
  keys: readonly { countryId: string; key: string }[],
): Promise<PostalCode[]> {
  return queryRows(
    db,
    codeRow,
    sql`
    select coalesce(code, found.key) as id, place as city, found.state_id as state, state.name as "stateName",
           found.country_id as country, country.name as "countryName", latitude, longitude, radius_km as "radiusKm"
      from unnest(${keys.map(({ countryId }) => countryId)}::text[], ${keys.map(({ key }) => key)}::text[])
           with ordinality as typed (country_id, key, position)
     cross join lateral (select *
                           from postal_code_abroad
                          where country_id = typed.country_id and key <= typed.key collate "C"
                          order by key desc
                          limit 1) found
      join country on country.id = found.country_id
      left join state on state.id = found.state_id
     where found.key = typed.key or found.country_id = 'BR'
     order by position
     limit ${maxCodes}`,
  )
}

/** The fewest characters of the beginning of a code. */
const minBeginning = 2

/** The postal codes abroad that begin with the typed characters. */
function findBeginnings(db: Database, countries: readonly string[], beginning: string) {
  return queryRows(
    db,
    codeRow,
    sql`
    select coalesce(code, key) as id, place as city, state_id as state, state.name as "stateName",
           found.country_id as country, country.name as "countryName", latitude, longitude, radius_km as "radiusKm"
      from postal_code_abroad found
      join country on country.id = found.country_id
      left join state on state.id = state_id
     where found.country_id = any(${countries})
       and key collate "C" between ${beginning} and ${`${beginning}~`}
     order by key, found.country_id
     limit ${maxCodes}`,
  )
}

function toPlace({ id, city, countryName, ...code }: PostalCode): Place {
  return {
    kind: 'zip',
    label: `${id} ${city}, ${countryName}`,
    zipCode: id,
    city,
    centerZipCode: null,
    ...code,
  }
}

/** The countries whose codes have letters, so that a beginning with a letter and a digit is one of theirs. */
const lettered = ['CA', 'GB', 'IE']

async function searchAbroad(db: Database, typed: string, countryIds: CountryIds): Promise<Place[]> {
  const code = compact(typed)
  if (!/\d/.test(code) || code.length > maxTyped) return []
  const countries = Object.keys(formats).filter((id) => countryIds?.includes(id) ?? true)
  const keys = countries.flatMap((id) => {
    const key = postalCodeKey(id, typed)
    return key === undefined ? [] : { countryId: id, key }
  })
  const exact = keys.length > 0 ? await findCodesAbroad(db, keys) : []
  if (exact.length > 0) return exact.map(toPlace)
  const isOneCountry = countryIds?.length === 1
  const begun = countries.filter((id) => isOneCountry || (/^[A-Z]/.test(code) && lettered.includes(id)))
  if (begun.length === 0 || code.length < minBeginning) return []
  return (await findBeginnings(db, begun, code)).map(toPlace)
}

const maxTyped = 10

/** The countries to which a search is limited, if it is. */
export type CountryIds = readonly string[] | undefined

/**
 * The postal codes with the typed characters, or that begin with them: of one country, or ZIPs before codes abroad. A few
 * first digits of a ZIP may be a whole code abroad.
 */
export async function findPostalCodes(
  db: Database,
  searchTerm: string,
  countryIds: CountryIds,
): Promise<Place[]> {
  const zips = await findZips(db, searchTerm, countryIds)
  if (countryIds?.length === 1 && zips.length > 0) return zips
  const abroad = await searchAbroad(db, searchTerm, countryIds)
  return [...zips.slice(0, Math.max(maxCodes - abroad.length, maxCodes / 2)), ...abroad].slice(0, maxCodes)
}

const zipRow = codeRow.omit({ countryName: true, radiusKm: true })

/** The ZIPs that begin with the typed digits; the last four of a ZIP+4 do not matter. */
export async function findZips(db: Database, searchTerm: string, countryIds: CountryIds): Promise<Place[]> {
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
       and ${countryIds ? sql`p.country_id = any(${countryIds}::text[])` : sql`true`}
     order by p.id
     limit ${maxCodes}`,
  )
  return found.map(({ id, ...zip }) => ({
    kind: 'zip' as const,
    label: `${zip.city}, ${zip.state ?? zip.country} ${id}`,
    zipCode: id,
    centerZipCode: null,
    ...zip,
  }))
}
