import { z } from 'zod'
import { city, country, state } from '#geography/contract.ts'
import { type Database, queryRow, queryRows, type Sql, sql } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import {
  type DirectoryFigures,
  family,
  getDirectoryFigures,
  type ProviderType,
  providerType,
  type SearchInfo,
  unit,
} from '../contract.ts'
import { messages } from '../messages.ts'
import { allStates, allTypes } from '../rules.ts'
import { searchMessages } from './search-messages.ts'

/** The people who can use a search. The `access` of an endpoint, `by-definition`, leaves it to this. */
export const access = z.enum(['public', 'restricted-ip', 'signed-in'])

export const networkRow = z.object({
  code: z.string(),
  label: z.string(),
  family,
  showsTaxId: z.boolean(),
  offersEmail: z.boolean(),
})

/** The columns shared by all search definition queries. */
export const definitionRow = z.object({
  key: z.string(),
  code: z.string(),
  name: z.string(),
  title: z.string(),
  access,
  unit,
  isVOB: z.boolean(),
  feedback: z.boolean(),
})

const definition = definitionRow.extend({
  invalidSearch: z.string().nullable(),
  noResults: z.string().nullable(),
  networks: z.array(networkRow),
  /**
   * The version of the providers. The trigger `directory_changed` increments it when a network's provider types are replaced,
   * which each change of providers does (`replaceLookups`). Anything cached from another version is outdated.
   */
  directoryVersion: z.number(),
  /** The version of the words of their names, which the triggers `name_words_added`, `…_removed` and `…_truncated` increment. */
  wordsVersion: z.number(),
})
export type Definition = z.infer<typeof definition>

export type DirectoryVersions = Pick<Definition, 'directoryVersion' | 'wordsVersion'>
/** Runs a query on a database with this or a later version of the directory. */
export type ReadDirectory = <T>(
  versions: DirectoryVersions,
  query: (directoryDb: Database) => Promise<T>,
) => Promise<T>

/** The search definition whose URL ends in this key. */
export const findDefinitionByKey = (db: Database, key: string) => findDefinition(db, sql`d.key = ${key}`)

/** The search definition with this code. */
export const findDefinitionByCode = (db: Database, code: string) => findDefinition(db, sql`d.code = ${code}`)

function findDefinition(db: Database, condition: Sql): Promise<Definition | undefined> {
  return queryRow(
    db,
    definition,
    sql`
    select d.key, d.code, d.name, d.title, d.access, d.unit, d.is_vob as "isVOB", d.feedback,
           d.invalid_search as "invalidSearch", d.no_results as "noResults",
           coalesce((select json_agg(json_build_object(
                       'code', n.code, 'label', n.label, 'family', n.family,
                       'showsTaxId', n.shows_tax_id, 'offersEmail', n.offers_email) order by o.position)
                       from search_definition_network o
                       join network n on n.code = o.network_code
                      where o.definition_key = d.key), '[]') as networks,
           (select version from directory_version) as "directoryVersion",
           (select version from name_word_version) as "wordsVersion"
      from search_definition d
     where ${condition}`,
    { isPrepared: true },
  )
}

type Networks = readonly string[]

/**
 * The countries in which the networks have providers; a country has states if any of these providers has one.
 * A search can start from a postal code in a country whose codes are in our own tables or, with a geocoder,
 * in any country. US territories count as states.
 */
export function queryCountries(db: Database, networks: Networks, hasGeocoder: boolean) {
  return queryRows(
    db,
    country,
    sql`
    select id, name, bool_or(state_id <> '') as "hasStates",
           ${hasGeocoder}::boolean
             or exists (select from postal_code code where code.country_id = country.id)
             or exists (select from postal_code_abroad code where code.country_id = country.id) as "hasPostalCodes"
      from country
      join network_city on country_id = id
     where network_code = any(${networks})
     group by id
     order by name collate "und-x-icu"`,
  )
}

/** The states in which the networks have providers, within a country. */
export function queryStates(db: Database, networks: Networks, countryId: string) {
  return queryRows(
    db,
    state,
    sql`
    select id, name, abbreviation, show_disclaimer as "showDisclaimer", false as disabled
      from state
     where country_id = ${countryId}
       and id in (select state_id from network_city where network_code = any(${networks}))
     order by name collate "und-x-icu"`,
  )
}

/** The cities in which the networks have providers, within a state or a country without states. */
export function queryCities(db: Database, networks: Networks, countryId: string, stateId: string) {
  const inState = stateId === allStates ? sql`true` : sql`state_id = ${stateId}`
  return queryRows(
    db,
    city,
    sql`
    select distinct on (city collate "und-x-icu", state_id)
           city_id as id, city as name, nullif(state_id, '') as state, latitude, longitude
      from network_city
     where network_code = any(${networks}) and country_id = ${countryId} and ${inState}
     order by city collate "und-x-icu", state_id, network_code`,
  )
}

/** The provider types available in the networks, in one state or anywhere; of these types, if any are given. */
export function queryProviderTypes(
  db: Database,
  networks: Networks,
  stateId: string,
  among?: readonly string[],
): Promise<ProviderType[]> {
  const amongCondition = among ? sql`id = any(${among}::text[]) and` : sql``
  const inState = stateId === allStates ? sql`true` : sql`state_id = ${stateId}`
  return queryRows(
    db,
    providerType,
    sql`
    select id, description, type, false as disabled
      from provider_type
     where ${amongCondition} id in (select provider_type_id from network_provider_type
                   where network_code = any(${networks}) and ${inState})
     order by description collate "und-x-icu"`,
  )
}

/** The figures of the networks that anyone can search. A provider in several networks, with the same name and place, counts once. */
export async function queryDirectoryFigures(db: Database): Promise<DirectoryFigures> {
  const networks = sql`
    select network_code from search_definition_network
      join search_definition on key = definition_key and access = 'public'`
  const figures = await queryRow(
    db,
    getDirectoryFigures.response,
    sql`
    select (select count(*)::int
              from (select distinct name_key, latitude, longitude
                      from provider
                     where network_code in (${networks}) and not hidden) as distinct_provider) as providers,
           (select count(distinct country_id)::int
              from network_city where network_code in (${networks})) as countries,
           (select to_char(max(finished_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
              from import_run
             where outcome = 'done' and undone_at is null
               and id in (select run_id from import_run_network where network_code in (${networks}))
           ) as "updatedAt"`,
  )
  return figures ?? { providers: 0, countries: 0, updatedAt: null }
}

type Network = Definition['networks'][number]

/** The search definition as the page needs it, with the name of this client or "Public". */
export function toSearchInfo(definition: Definition, clientName: string): SearchInfo {
  const { code, name, title, key, isVOB, unit, feedback, networks } = definition
  const codesOfNetworks = (holds: (network: Network) => boolean) =>
    networks.filter(holds).map((network) => network.code)
  return {
    code,
    name,
    title,
    url: `/${key}`,
    isVOB,
    unit,
    feedback,
    clientName,
    networks: Object.fromEntries(networks.map((network) => [network.code, network.label])),
    families: Object.fromEntries(networks.map((network) => [network.code, network.family])),
    taxIdNetworks: codesOfNetworks(({ showsTaxId }) => showsTaxId),
    emailNetworks: codesOfNetworks(({ offersEmail }) => offersEmail),
    messages: {
      invalidSearch: definition.invalidSearch ?? searchMessages.invalidSearch,
      noResults: definition.noResults ?? searchMessages.noResults,
    },
  }
}

/** The network with this code, or all networks of the definition if none is chosen. Responds with 400 to other codes. */
export function selectNetworks({ networks }: Definition, code: string | undefined): Network[] {
  if (!code) return networks
  const chosen = networks.filter((network) => network.code === code)
  if (chosen.length === 0) throw problem(400, searchMessages.unknownNetwork)
  return chosen
}

export const isDomestic = (networks: readonly Network[]) =>
  networks.length > 0 && networks.every(({ family }) => family === 'domestic')

const all: ProviderType = { id: allTypes, description: messages.everyType, type: null, disabled: false }
const heading = (id: string, description: string): ProviderType => ({
  id,
  description,
  type: null,
  disabled: true,
})

/** Groups provider types for the search form: "All" comes first, and domestic types are under headings. */
export function groupProviderTypes(types: ProviderType[], domestic: boolean): ProviderType[] {
  if (!domestic) return [all, ...types]
  const facilities = types.filter(({ type }) => type === 1)
  const specialties = types.filter(({ type }) => type === 2)
  return [
    all,
    ...(facilities.length > 0 ? [heading('facilities', searchMessages.facilityTypes), ...facilities] : []),
    ...(specialties.length > 0 ? [heading('specialties', searchMessages.specialties), ...specialties] : []),
  ]
}
