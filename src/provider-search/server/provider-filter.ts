import { type Sql, sql } from '#platform/server/database.ts'
import type { SearchRequest } from '../contract.ts'
import { allTypes } from '../rules.ts'
import type { NameQuery } from './name-query.ts'

export type Filter = {
  condition: Sql
  /** The label of a row's network, as JSON text. */
  label: Sql
  /** Whether nothing but network, type and country is asked for: then the order of the index finds quickly. */
  isPlain: boolean
  /** The name of the prepared query, where the text of the condition is one of a few. */
  prepared: string | undefined
}

type Network = { code: string; label: string }
type Criteria = Pick<SearchRequest, 'providerType' | 'country' | 'taxId'>

/** What holds in every search: networks, type, country, tax id and name. */
export function filterOf(networks: readonly Network[], criteria: Criteria, name?: NameQuery): Filter {
  const { providerType, country, taxId } = criteria
  const digits = taxId?.replaceAll(/\D/g, '')
  const conditions: Sql[] = [sql`network_code in (${sql.join(networks.map(({ code }) => code))})`]
  const names: string[] = [String(networks.length)]
  if (providerType && providerType !== allTypes) {
    conditions.push(sql`provider_type_id = ${providerType}`)
    names.push('type')
  }
  if (country) {
    conditions.push(sql`country_id = ${country.toUpperCase()}`)
    names.push('country')
  }
  if (taxId) conditions.push(sql`tin_digits = ${digits}`)
  if (name) conditions.push(sql`name_words @@ ${name.matching}::tsquery`)
  const isPlain = !taxId && !name
  return {
    condition: sql.join(conditions, sql` and `),
    label: labelAmong(networks),
    isPlain,
    prepared: isPlain ? names.join(' ') : undefined,
  }
}

function labelAmong(networks: readonly Network[]): Sql {
  const [only, ...others] = networks.map(({ code, label }) => ({ code, json: JSON.stringify(label) }))
  if (!only) return sql`null`
  if (others.length === 0) return sql`${only.json}::text`
  const cases = [only, ...others].map(({ code, json }) => sql`when ${code} then ${json}::text`)
  return sql`case network_code ${sql.join(cases, sql` `)} end`
}
