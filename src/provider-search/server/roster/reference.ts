import { z } from 'zod'
import { type Database, rowsOf, sql } from '#platform/server/database.ts'

export type State = { id: string; country: string; name: string }
export type ProviderType = { id: string; description: string; position: number }

/** What the values of a roster refer to, by id and by name. */
export type Reference = {
  networks: ReadonlySet<string>
  countryOf(value: string): { id: string; name: string } | undefined
  stateOf(value: string, country: string): State | undefined
  typeOf(value: string): ProviderType | undefined
  /** The state in which a United States ZIP is. */
  stateOfZip(zip: string): string | undefined
}

const named = z.object({ id: z.string(), name: z.string() })
const stateRow = named.extend({ country: z.string(), abbreviation: z.string().nullable() })

/** Reads what rosters refer to: networks, countries, states, ZIPs and provider types. */
export async function readReference(db: Database): Promise<Reference> {
  const networks = await rowsOf(db, z.object({ code: z.string() }), sql`select code from network`)
  const countries = await rowsOf(db, named, sql`select id, name from country`)
  const countryNames = await rowsOf(db, named, sql`select country_id as id, name from country_name`)
  const states = await rowsOf(
    db,
    stateRow,
    sql`select id, name, country_id as country, abbreviation from state`,
  )
  const types = await rowsOf(db, named, sql`select id, description as name from provider_type order by id`)
  const zips = await rowsOf(
    db,
    z.object({ id: z.string(), state: z.string() }),
    sql`select id, state_id as state from postal_code where state_id is not null and country_id = 'US'`,
  )

  const countryById = new Map(countries.map((each) => [each.id, each]))
  const countryByName = new Map([...countryNames, ...countries].map(({ id, name }) => [keyOf(name), id]))
  const stateByName = namesOfStates(states)
  const typeRows = types.map(({ id, name }, position) => ({ id, description: name, position: position + 1 }))
  const typeByName = new Map(
    typeRows.flatMap((type) => [
      [keyOf(type.description), type],
      [keyOf(type.id), type],
    ]),
  )
  const stateByZip = new Map(zips.map(({ id, state }) => [id, state]))

  return {
    networks: new Set(networks.map(({ code }) => code)),
    countryOf: (value) =>
      countryById.get(value) ?? countryById.get(countryByName.get(keyOf(value)) ?? keyOf(value)),
    stateOf: (value, country) =>
      stateByName.get(`${country}/${value}`) ?? stateByName.get(`${country}/${keyOf(value)}`),
    typeOf: (value) => typeByName.get(value) ?? typeByName.get(keyOf(value)),
    stateOfZip: (zip) => stateByZip.get(zip),
  }
}

/** Names, abbreviations and ids of states, each behind its country; ids win over abbreviations over names. */
function namesOfStates(states: z.infer<typeof stateRow>[]): Map<string, State> {
  const entry = (word: string, state: State) => [`${state.country}/${keyOf(word)}`, state] as const
  return new Map([
    ...states.map((state) => entry(state.name, state)),
    ...states.flatMap((state) => (state.abbreviation ? [entry(state.abbreviation, state)] : [])),
    ...states.map((state) => entry(state.id, state)),
  ])
}

/** A name as rosters write it: without case, accents and doubled blanks. */
const keyOf = (name: string) =>
  name.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/\s+/g, ' ').trim().toUpperCase()
