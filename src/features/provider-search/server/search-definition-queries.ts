import { z } from 'zod'
import { type Database, queryRow, type Sql, sql } from '#platform/db/database.ts'
import { family, unit } from '../contract.ts'

/** Who can use a search. */
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
})
export type Definition = z.infer<typeof definition>

/** The search definition whose URL ends in this key. */
export const findDefinitionByKey = (db: Database, key: string) =>
  findDefinition(db, sql`d.key = ${key}`, 'definition by key')

/** The search definition with this code. */
export const findDefinitionByCode = (db: Database, code: string) =>
  findDefinition(db, sql`d.code = ${code}`, 'definition by code')

function findDefinition(db: Database, condition: Sql, prepared: string): Promise<Definition | undefined> {
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
                      where o.definition_key = d.key), '[]') as networks
      from search_definition d
     where ${condition}`,
    { prepared },
  )
}
