import { z } from 'zod'
import { type Database, queryRow, queryRows, sql } from '#platform/db/database.ts'
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
const networksQuery = (clientId: string) =>
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
    { isPrepared: true },
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
    { isPrepared: true },
  )
  return search !== undefined
}

const blockedProvider = z.object({
  vobMessage: z.string().nullable(),
  /** Whether the form contains the provider's name, address or tax ID. */
  isCertain: z.boolean(),
  /** Those of the provider's phone and fax numbers that the form contains. */
  numbers: z.array(z.string()),
})

/**
 * Shorter texts could match by chance. The length of a name includes the spaces around it; that of a number
 * is in digits.
 */
const [minNameLength, minNumberLength] = [8, 7]

/** Lists the provider fields of a form other than the name. */
const listProviderFields = (form: VobForm) => [
  form.providerContact,
  form.providerAddress,
  form.providerCityStateZip,
  form.providerTaxId,
  form.providerPhone,
  form.providerFax,
]

/**
 * Finds a provider without verifications whose name, address, tax ID, phone or fax number appears in the
 * provider fields of a form, alone or among other words. Values that it shares with the named provider do not
 * count. Neither do phone and fax numbers, such as a switchboard's, that it shares with a provider that has
 * verifications.
 */
export async function findBlockedProvider(db: Database, clientId: string, form: VobForm, named: VobProvider) {
  const found = await findMentionedProviders(db, clientId, form, named)
  const numbers = found.filter(({ isCertain }) => !isCertain).flatMap((provider) => provider.numbers)
  const shared = numbers.length > 0 ? await findSharedNumbers(db, clientId, numbers) : new Set()
  return found.find(
    (provider) => provider.isCertain || provider.numbers.some((number) => !shared.has(number)),
  )
}

/** Lists providers without verifications whose data appears in the form and is not the named provider's. */
function findMentionedProviders(db: Database, clientId: string, form: VobForm, named: VobProvider) {
  const lines = listProviderFields(form)
  const numbers = lines.map((line) => line.replaceAll(/\D/g, ''))
  return queryRows(
    db,
    blockedProvider,
    sql`
    with own as materialized (
      select words_alone(concat_ws(' ', name, contact, address_one, address_two, city)) collate "C" as words,
             concat_ws(' ', tin_digits, regexp_replace(phone, '[^0-9]', '', 'g'),
                       regexp_replace(fax, '[^0-9]', '', 'g')) collate "C" as numbers,
             zipcode
        from provider
       where hash = ${named.hash}
         and network_code = ${named.networkCode}
       limit 1
    ), typed as materialized (
      select words_alone(${lines.join(' ')}) collate "C" as words, ${numbers.join(' ')} collate "C" as numbers
    )
    select p.vob_message as "vobMessage",
           mentioned.name or mentioned.address or coalesce(p.tin_digits = any(mentioned.numbers), false) as "isCertain",
           mentioned.numbers
      from own, typed, provider p
     cross join lateral (${mentionedQuery}) as mentioned
     where p.hide_vob
       and p.network_code = any(array(${networksQuery(clientId)}))
       and (mentioned.name or mentioned.address or mentioned.numbers <> '{}')
     order by p.hash`,
    { isPrepared: true },
  )
}

/** Selects whether the form contains a provider's name or address, and which of its numbers. */
const mentionedQuery = sql`
  select length(p.hidden_name) >= ${minNameLength}
         and strpos(typed.words, p.hidden_name) > 0
         and strpos(own.words, p.hidden_name) = 0 as name,
         coalesce(p.hidden_address <> ''
                  and strpos(typed.words, p.hidden_address) > 0
                  and strpos(typed.words, ' ' || p.zipcode || ' ') > 0
                  and not (p.zipcode is not distinct from own.zipcode
                           and strpos(own.words, p.hidden_address) > 0), false) as address,
         array(select number
                 from unnest(p.hidden_numbers) number
                where length(number) >= ${minNumberLength}
                  and strpos(typed.numbers, number) > 0
                  and strpos(own.numbers, number) = 0) as numbers`

/** Finds the numbers that also belong to a provider with verifications. */
async function findSharedNumbers(db: Database, clientId: string, numbers: string[]) {
  const found = await queryRows(
    db,
    z.object({ number: z.string() }),
    sql`
    select number
      from unnest(${numbers}::text[]) number
     where exists (select
                     from provider p
                    where p.network_code = any(array(${networksQuery(clientId)}))
                      and not p.hide_vob
                      and number in (number_alone(p.phone), number_alone(p.fax)))`,
  )
  return new Set(found.map(({ number }) => number))
}
