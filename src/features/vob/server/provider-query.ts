import { z } from 'zod'
import { type Database, queryRow, sql } from '#platform/server/database.ts'
import type { VobForm } from '../contract.ts'

const provider = z.object({
  hash: z.string(),
  name: z.string(),
  networkCode: z.string(),
  network: z.string(),
  hideVOB: z.boolean(),
  vobMessage: z.string().nullable(),
})
/** A provider in the directory. */
export type VobProvider = z.infer<typeof provider>

const getDigits = (text: string) => text.replaceAll(/\D/g, '')

/** The `from` clause for the clients' searches and their networks. */
const searchesQuery = sql`
      from client_provider_search s
      join search_definition d on d.key = s.definition_key
      join search_definition_network o on o.definition_key = d.key
      join network n on n.code = o.network_code`

/** Limits the searches to those in which a client has verifications of benefits. */
const vobSearchCondition = (clientId: string) => sql`
     where s.client_id = ${clientId}
       and d.is_vob
       and n.code = any(coalesce(s.networks, array[n.code]))`

/** Selects the codes of the networks in which a client has verifications of benefits. */
export const networksQuery = (clientId: string) =>
  sql`select n.code ${searchesQuery} ${vobSearchCondition(clientId)}`

const taxIdMatches = (form: VobForm) => sql`coalesce(p.tin_digits = ${getDigits(form.providerTaxId)}, false)`

/** Splits a line into words. A ZIP+4 code is included both as a whole and as its two parts. */
const splitWords = (line: string) => [...(line.match(/\w+/g) ?? []), ...(line.match(/[\w-]+/g) ?? [])]

const addressMatches = ({ providerAddress, providerCityStateZip }: VobForm) => sql`
  coalesce(p.zipcode = any(${splitWords(providerCityStateZip)}::text[])
           and starts_with(search_key(${providerAddress.trim()}), search_key(p.address_one)), false)`

/**
 * Finds the provider that a form names, in a client search with verifications of benefits. If several share the name
 * and the form has no hash, this is the one that best matches the tax ID, phone number and address. On a tie, a
 * provider without verifications wins.
 */
export function findProvider(
  db: Database,
  clientId: string,
  form: VobForm,
): Promise<VobProvider | undefined> {
  const { ProviderHash: hash, ProviderSearchType: type, ProviderDiscountNetwork: network } = form
  return queryRow(
    db,
    provider,
    sql`
    select p.hash, p.name, n.code as "networkCode", n.label as network,
           p.hide_vob as "hideVOB", p.vob_message as "vobMessage"
      ${searchesQuery}
      join provider p on p.network_code = n.code and not p.hidden
      ${vobSearchCondition(clientId)}
       and d.code = ${form.ProviderSearchCode}
       and ${network} in ('', n.code, n.label)
       and ${type} in ('', n.code, n.family, d.code)
       ${hash === '' ? sql`` : sql`and p.hash = ${hash}`}
       and p.name_key = search_key(${form.providerName.trim()})
     order by ${taxIdMatches(form)}::int
            + (regexp_replace(p.phone, '[^0-9]', '', 'g') is not distinct from ${getDigits(form.providerPhone)})::int
            + ${addressMatches(form)}::int desc,
              p.hide_vob desc, p.hash
     limit 1`,
    { prepared: hash === '' ? 'provider of a form' : 'provider of a form by its hash' },
  )
}

/** Whether `type` is a client search with verifications of benefits, or one of its networks. */
export async function hasVobSearch(db: Database, clientId: string, type: string): Promise<boolean> {
  const search = await queryRow(
    db,
    z.object({}),
    sql`
    select
      ${searchesQuery}
      ${vobSearchCondition(clientId)}
       and ${type} in ('', n.code, n.family, d.code)
     limit 1`,
    { prepared: 'search with verifications of benefits' },
  )
  return search !== undefined
}
