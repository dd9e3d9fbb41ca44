import { z } from 'zod'
import { type Database, queryRows, sql } from '#platform/db/database.ts'

type ProviderType = { id: string; description: string; position: number }
export type Zip = { state: string; latitude: number; longitude: number }

/** Looks up the values of a roster by ID and by name. */
export type LookupTables = {
  networks: ReadonlySet<string>
  findCountry(value: string): { id: string; name: string } | undefined
  findState(value: string, country: string): State | undefined
  findStateById(id: string): State | undefined
  findType(value: string): ProviderType | undefined
  /** Loads the ZIPs among these texts, for `findZip`. */
  loadZips(texts: readonly string[]): Promise<void>
  /** The state and the center of a US ZIP, which must be loaded. */
  findZip(text: string): Zip | undefined
}

const named = z.object({ id: z.string(), name: z.string() })

/** Reads the networks, countries, states and provider types that rosters refer to. */
export async function readLookupTables(db: Database): Promise<LookupTables> {
  const networks = await queryRows(db, z.object({ code: z.string() }), sql`select code from network`)
  const countries = await queryRows(db, named, sql`select id, name from country`)
  const countryNames = await queryRows(db, named, sql`select country_id as id, name from country_name`)
  const { findState, findStateById } = await createStateLookup(db)
  const types = await queryRows(db, named, sql`select id, description as name from provider_type order by id`)

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
    ...createZipLookup(db),
  }
}

const zipRow = z.object({ id: z.string(), state: z.string(), latitude: z.number(), longitude: z.number() })

/** Loads ZIPs as batches of rows name them: most imports look up few of the 42,000. */
function createZipLookup(db: Database): Pick<LookupTables, 'loadZips' | 'findZip'> {
  const known = new Map<string, Zip>()
  /** The texts of the current batch that are no ZIPs. A roster can have any number of them. */
  let unknown = new Set<string>()
  return {
    async loadZips(texts) {
      unknown = new Set(texts.filter((text) => fiveDigits.test(text) && !known.has(text)))
      if (unknown.size === 0) return
      const found = await queryRows(
        db,
        zipRow,
        sql`
        select id, state_id as state, latitude, longitude
          from postal_code
         where id = any(${[...unknown]}) and state_id is not null and country_id = 'US'`,
      )
      for (const { id, ...zip } of found) {
        known.set(id, zip)
        unknown.delete(id)
      }
    },
    findZip(text) {
      const zip = known.get(text)
      if (!zip && fiveDigits.test(text) && !unknown.has(text)) throw new Error(`ZIP ${text} was not loaded.`)
      return zip
    },
  }
}

const fiveDigits = /^\d{5}$/

/** Normalizes a name: ignores case, accents and repeated spaces. */
const nameKey = (name: string) =>
  name.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/\s+/g, ' ').trim().toUpperCase()

type State = { id: string; country: string; name: string }

const stateRow = z.object({
  id: z.string(),
  name: z.string(),
  country: z.string(),
  abbreviation: z.string().nullable(),
})
const nameRow = z.object({
  id: z.string(),
  kind: z.enum(['known', 'code', 'name', 'part']),
  name: z.string(),
})
type Named = z.infer<typeof nameRow>

/** Finds states within a country by any name that rosters use. */
async function createStateLookup(db: Database) {
  const states = await queryRows(
    db,
    stateRow,
    sql`select id, name, country_id as country, abbreviation from state`,
  )
  const names = await queryRows(
    db,
    nameRow,
    sql`
    select state_id as id, 'known' as kind, name from state_name
     union all
    select state_id, kind, name from state_alias`,
  )
  const byId = new Map(states.map((state) => [state.id, state]))
  const statesIn = Map.groupBy(states, ({ country }) => country)
  const namesIn = Map.groupBy(names, ({ id }) => byId.get(id)?.country)
  const indexes = new Map<string, ReturnType<typeof indexStates>>()
  /** Rosters name few countries, and indexing the states of all of them takes a tenth of a second. */
  const getIndex = (country: string) => {
    const index =
      indexes.get(country) ?? indexStates(statesIn.get(country) ?? [], namesIn.get(country) ?? [], byId)
    indexes.set(country, index)
    return index
  }
  return {
    findStateById: (id: string): State | undefined => byId.get(id),
    findState(value: string, country: string): State | undefined {
      const key = regionKey(value)
      const index = getIndex(country)
      return index.get(key) ?? index.get(stripKind(key))
    },
  }
}

/**
 * Indexes the states of a country. Later entries win. From highest to lowest precedence: IDs, abbreviations, ISO
 * codes, names, the letters of ISO codes, and the names of counties and provinces within a state.
 */
function indexStates(
  states: readonly z.infer<typeof stateRow>[],
  names: readonly Named[],
  byId: ReadonlyMap<string, State>,
): Map<string, State> {
  const entry = (word: string, state: State) => [regionKey(word), state] as const
  const named = (kind: Named['kind'], toWord = (name: string) => name) =>
    names.flatMap((each) => {
      const state = byId.get(each.id)
      const word = toWord(each.name)
      return each.kind === kind && state && word ? [entry(word, state)] : []
    })
  return new Map([
    ...unambiguous(named('part')),
    ...unambiguous(named('code', isoLetters)),
    ...named('name'),
    ...named('known'),
    ...states.map((state) => entry(state.name, state)),
    ...named('code'),
    ...states.flatMap((state) => (state.abbreviation ? [entry(state.abbreviation, state)] : [])),
    ...states.map((state) => entry(state.id, state)),
  ])
}

/** "BY" from "DE-BY"; empty for numeric codes, which are ambiguous. */
const isoLetters = (code: string) => /^[A-Z]{2}-([A-Z]+)$/.exec(code)?.[1] ?? ''

/** Drops names that two states share. */
function unambiguous<Entry extends readonly [string, State]>(entries: readonly Entry[]): Entry[] {
  const states = new Map<string, Set<string>>()
  for (const [key, { id }] of entries) states.set(key, (states.get(key) ?? new Set()).add(id))
  return entries.filter(([key]) => states.get(key)?.size === 1)
}

const letters: Record<string, string> = {
  Ł: 'L',
  Ø: 'O',
  Đ: 'D',
  Ð: 'D',
  ẞ: 'SS',
  Æ: 'AE',
  Œ: 'OE',
  İ: 'I',
  ı: 'I',
}

/** Normalizes the name of a region: ignores case, accents and punctuation. */
const regionKey = (name: string) =>
  name
    .toUpperCase()
    .replaceAll(/[ŁØĐÐẞÆŒİı]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(/\p{M}|['’.]/gu, '')
    .replaceAll(/[\s,/-]+/g, ' ')
    .trim()

const kinds =
  /\b(?:COUNTY|CO|STATE|LAND|PROVINCE|PROVINCIA|REGION|REGIONE|KANTON|CANTON|DISTRICT|DISTRITO|DEPARTEMENT|DEPARTMENT|VOIVODESHIP|WOJEWODZTWO|COMUNIDAD|COMMUNITY|KRAJ|LAN|AUTONOMOUS|AUTONOMA|OF|DE|DI|DEL)\b/g

/** Removes the words for the kind of place from names such as "County Cork" and "Provincia di Firenze". */
const stripKind = (key: string) => key.replaceAll(kinds, ' ').replaceAll(/\s+/g, ' ').trim()
