import { z } from 'zod'
import { type Database, queryRow, queryRows, sql } from '#platform/server/database.ts'
import { createStateLookup, regionKey, type State } from './state-names.ts'

export type ProviderType = { id: string; description: string; position: number }
export type Zip = { state: string; latitude: number; longitude: number }

/** Looks up the values of a roster by ID and by name. */
export type LookupTables = {
  networks: ReadonlySet<string>
  findCountry(value: string): { id: string; name: string } | undefined
  findState(value: string, country: string): State | undefined
  findStateById(id: string): State | undefined
  findType(value: string): ProviderType | undefined
  /** The state and the center of a US ZIP. */
  findZip(zip: string): Zip | undefined
}

const named = z.object({ id: z.string(), name: z.string() })

/** Reads the networks, countries, states, ZIPs and provider types that rosters refer to. */
export async function readLookupTables(db: Database): Promise<LookupTables> {
  const networks = await queryRows(db, z.object({ code: z.string() }), sql`select code from network`)
  const countries = await queryRows(db, named, sql`select id, name from country`)
  const countryNames = await queryRows(db, named, sql`select country_id as id, name from country_name`)
  const { findState, findStateById } = await createStateLookup(db)
  const types = await queryRows(db, named, sql`select id, description as name from provider_type order by id`)
  const zipById = await readZips(db)

  const countryById = new Map(countries.map((each) => [each.id, each]))
  const countryByName = new Map([...countryNames, ...countries].map(({ id, name }) => [regionKey(name), id]))
  const typeRows = types.map(({ id, name }, position) => ({ id, description: name, position: position + 1 }))
  const typeByName = new Map(
    typeRows.flatMap((type) => [
      [nameKey(type.description), type],
      [nameKey(type.id), type],
    ]),
  )

  return {
    networks: new Set(networks.map(({ code }) => code)),
    findCountry: (value) =>
      countryById.get(value) ?? countryById.get(countryByName.get(regionKey(value)) ?? regionKey(value)),
    findState,
    findStateById,
    findType: (value) => typeByName.get(value) ?? typeByName.get(nameKey(value)),
    findZip: (zip) => zipById.get(zip),
  }
}

/** Reads the ZIPs as one string, which is ten times as fast as reading 42,000 rows. */
async function readZips(db: Database): Promise<Map<string, Zip>> {
  const found = await queryRow(
    db,
    z.object({ lines: z.string().nullable() }),
    sql`
    select string_agg(concat_ws(' ', id, state_id, latitude, longitude), E'\\n') as lines
      from postal_code
     where state_id is not null and country_id = 'US'`,
  )
  const lines = found?.lines?.split('\n') ?? []
  return new Map(
    lines.map((line) => {
      const [id = '', state = '', latitude, longitude] = line.split(' ')
      return [id, { state, latitude: Number(latitude), longitude: Number(longitude) }]
    }),
  )
}

/** Normalizes a name: ignores case, accents and repeated spaces. */
const nameKey = (name: string) =>
  name.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/\s+/g, ' ').trim().toUpperCase()
