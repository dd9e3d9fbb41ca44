import { z } from 'zod'
import { type Database, rowOf, sql } from '#platform/server/database.ts'
import type { VobForm } from '../contract.ts'

const provider = z.object({
  hash: z.string(),
  name: z.string(),
  networkCode: z.string(),
  network: z.string(),
  hideVOB: z.boolean(),
  vobMessage: z.string().nullable(),
})
/** A provider of the directory. */
export type VobProvider = z.infer<typeof provider>

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

/** Client searches with their networks. */
const searches = sql`
      from client_provider_search s
      join search_definition d on d.key = s.definition_key
      join search_definition_network o on o.definition_key = d.key
      join network n on n.code = o.network_code`

/** The searches in which a client has verifications of benefits. */
const withVobs = (clientId: string) => sql`
     where s.client_id = ${clientId}
       and d.is_vob
       and n.code = any(coalesce(s.networks, array[n.code]))`

/** The codes of the networks in which a client has verifications of benefits. */
export const networksOf = (clientId: string) => sql`select n.code ${searches} ${withVobs(clientId)}`

const isTaxIdOf = (form: VobForm) => sql`coalesce(p.tin_digits = ${digitsOf(form.providerTaxId)}, false)`

/** The words of a line, including a ZIP code with and without its last four digits. */
const wordsOf = (line: string) => [...(line.match(/\w+/g) ?? []), ...(line.match(/[\w-]+/g) ?? [])]

const isAddressOf = ({ providerAddress, providerCityStateZip }: VobForm) => sql`
  coalesce(p.zipcode = any(${wordsOf(providerCityStateZip)}::text[])
           and starts_with(search_key(${providerAddress.trim()}), search_key(p.address_one)), false)`

/**
 * The provider that a form names, in a client search with verifications of benefits. If several share a name and the
 * form has no hash, this is the one that matches the other fields best; on a tie,
 * a provider without verifications wins.
 */
export function providerOf(db: Database, clientId: string, form: VobForm): Promise<VobProvider | undefined> {
  const { ProviderHash: hash, ProviderSearchType: type, ProviderDiscountNetwork: network } = form
  return rowOf(
    db,
    provider,
    sql`
    select p.hash, p.name, n.code as "networkCode", n.label as network,
           p.hide_vob as "hideVOB", p.vob_message as "vobMessage"
      ${searches}
      join provider p on p.network_code = n.code and not p.hidden
      ${withVobs(clientId)}
       and d.code = ${form.ProviderSearchCode}
       and ${network} in ('', n.code, n.label)
       and ${type} in ('', n.code, n.family, d.code)
       ${hash === '' ? sql`` : sql`and p.hash = ${hash}`}
       and p.name_key = search_key(${form.providerName.trim()})
     order by ${isTaxIdOf(form)}::int
            + (regexp_replace(p.phone, '[^0-9]', '', 'g') is not distinct from ${digitsOf(form.providerPhone)})::int
            + ${isAddressOf(form)}::int desc,
              p.hide_vob desc, p.hash
     limit 1`,
    { prepared: hash === '' ? 'provider of a form' : 'provider of a form by its hash' },
  )
}

/** Whether `type` names a client search with verifications of benefits, or one of its networks. */
export async function hasVobSearch(db: Database, clientId: string, type: string): Promise<boolean> {
  const search = await rowOf(
    db,
    z.object({}),
    sql`
    select
      ${searches}
      ${withVobs(clientId)}
       and ${type} in ('', n.code, n.family, d.code)
     limit 1`,
    { prepared: 'search with verifications of benefits' },
  )
  return search !== undefined
}
