import { type Sql, sql } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import type { SearchRequest } from '../contract.ts'
import { allTypes } from '../rules.ts'
import { type NameQuery, nameCondition } from './name-query.ts'
import { searchMessages } from './search-messages.ts'

export type Filter = {
  condition: Sql
  /** The JSON fields that depend on a row's network: its label, and the tax ID where the network shows it. */
  perNetworkFields: Sql
  /** Whether `condition` is about more than network, type and country. If not, the order of the index alone is fast. */
  hasNameOrTaxIdCondition: boolean
  /** The type and the country, if the search has any. */
  type: string | undefined
  country: string | undefined
}

type Network = { code: string; label: string; showsTaxId: boolean }
type Criteria = Pick<SearchRequest, 'providerType' | 'country' | 'taxId'>

/**
 * The condition of every search: networks, type, country, tax ID and name. Tax IDs match only in networks
 * that show them.
 */
export function createFilter(networks: readonly Network[], criteria: Criteria, name?: NameQuery): Filter {
  const { taxId } = criteria
  const type = criteria.providerType && criteria.providerType !== allTypes ? criteria.providerType : undefined
  const country = criteria.country ? criteria.country.toUpperCase() : undefined
  const digits = taxId?.replaceAll(/\D/g, '')
  const searched = taxId ? networks.filter(({ showsTaxId }) => showsTaxId) : networks
  if (taxId && searched.length === 0) throw problem(400, searchMessages.taxIdNotSearched)
  const conditions: Sql[] = [
    sql`network_code in (${sql.join(searched.map(({ code }) => code))}) and not hidden`,
  ]
  if (type !== undefined) conditions.push(sql`provider_type_id = ${type}`)
  if (country !== undefined) conditions.push(sql`country_id = ${country}`)
  if (taxId) conditions.push(sql`tin_digits = ${digits}`)
  if (name) conditions.push(nameCondition(name))
  return {
    condition: sql.join(conditions, sql` and `),
    perNetworkFields: perNetworkFieldsQuery(networks),
    hasNameOrTaxIdCondition: Boolean(taxId || name),
    type,
    country,
  }
}

function perNetworkFieldsQuery(networks: readonly Network[]): Sql {
  const [only, ...others] = networks
  if (!only) return sql`null`
  if (others.length === 0) return networkFields(only)
  const cases = networks.map((network) => sql`when ${network.code} then ${networkFields(network)}`)
  return sql`case network_code ${sql.join(cases, sql` `)} end`
}

function networkFields({ label, showsTaxId }: Network): Sql {
  const start = `"network":${JSON.stringify(label)},"tin":`
  return showsTaxId
    ? sql`${start}::text || coalesce(to_json(tin)::text, 'null')`
    : sql`${`${start}null`}::text`
}
