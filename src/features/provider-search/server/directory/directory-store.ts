import { z } from 'zod'
import { type Database, execute, queryRows, sql } from '#platform/db/database.ts'
import { networkTableName } from '../roster/staging-tables.ts'
import { definitionRow, networkRow } from '../search-definitions.ts'
import type { Definition, Directory, Network } from './directory-schema.ts'

const definitionEntry = definitionRow.extend({
  networks: z.array(z.string()),
  messages: z.object({ invalidSearch: z.string().optional(), noResults: z.string().optional() }),
})

/** Every network and search definition, ordered by code and key. */
export async function readDirectory(db: Database): Promise<Directory> {
  const networks = await queryRows(
    db,
    networkRow,
    sql`
    select code, label, family, shows_tax_id as "showsTaxId", offers_email as "offersEmail"
      from network
     order by code collate "C"`,
  )
  const definitions = await queryRows(
    db,
    definitionEntry,
    sql`
    select key, code, name, title, access, unit, is_vob as "isVOB", feedback,
           array(select network_code
                   from search_definition_network
                  where definition_key = key
                  order by position) as networks,
           jsonb_strip_nulls(jsonb_build_object(
             'invalidSearch', invalid_search, 'noResults', no_results)) as messages
      from search_definition
     order by key collate "C"`,
  )
  return { networks, definitions }
}

/** Adds a network with its provider table, or updates it. */
export async function writeNetwork(db: Database, network: Network) {
  await execute(
    db,
    sql`
    insert into network (code, label, family, shows_tax_id, offers_email)
    values (${network.code}, ${network.label}, ${network.family}, ${network.showsTaxId}, ${network.offersEmail})
    on conflict (code) do update
       set label = excluded.label, family = excluded.family,
           shows_tax_id = excluded.shows_tax_id, offers_email = excluded.offers_email`,
  )
}

/** Creates a new network's provider table. Attaching it does not block searches of other networks. */
export async function createProviderTable(db: Database, networkCode: string) {
  const table = sql.table(networkTableName(networkCode))
  await execute(db, sql`create table ${table} (like provider including all excluding indexes)`)
  await execute(
    db,
    sql`alter table provider attach partition ${table} for values in (${sql.lit(networkCode)})`,
  )
}

/** Releases the codes of definitions that are about to change, so two definitions can swap codes. */
export async function releaseCodes(db: Database, definitions: readonly Definition[]) {
  const keys = definitions.map(({ key }) => key)
  await execute(db, sql`update search_definition set code = 'x' || md5(key) where key = any(${keys})`)
}

/** Adds or updates a search definition. */
export async function writeDefinition(db: Database, definition: Definition) {
  const { key, code, name, title, access, unit, isVOB, feedback, networks } = definition
  const { invalidSearch = null, noResults = null } = definition.messages
  await execute(
    db,
    sql`
    insert into search_definition (key, code, name, title, access, unit, is_vob, feedback,
                                   invalid_search, no_results)
    values (${key}, ${code}, ${name}, ${title}, ${access}, ${unit}, ${isVOB}, ${feedback},
            ${invalidSearch}, ${noResults})
    on conflict (key) do update
       set code = excluded.code, name = excluded.name, title = excluded.title, access = excluded.access,
           unit = excluded.unit, is_vob = excluded.is_vob, feedback = excluded.feedback,
           invalid_search = excluded.invalid_search, no_results = excluded.no_results`,
  )
  await execute(db, sql`delete from search_definition_network where definition_key = ${key}`)
  await execute(
    db,
    sql`
    insert into search_definition_network (definition_key, network_code, position)
    select ${key}, code, position
      from unnest(${networks}::text[]) with ordinality as named (code, position)`,
  )
}
