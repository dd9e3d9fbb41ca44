import { z } from 'zod'
import { type Database, queryRows, sql } from '#platform/server/database.ts'
import type { VobForm } from '../contract.ts'
import { networksQuery, type VobProvider } from './provider-query.ts'

const blockedProvider = z.object({
  vobMessage: z.string().nullable(),
  /** Whether the form contains the provider's name, address or tax ID. */
  isCertain: z.boolean(),
  /** Those of the provider's phone and fax numbers that the form contains. */
  numbers: z.array(z.string()),
})

/** Shorter texts match by chance. The length of a name includes the spaces around it; that of a number is in digits. */
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
 * Finds a provider without verifications whose name, address, tax ID, phone or fax number appears in the provider
 * fields of a form, alone or among other words. Values that it shares with the named provider do not count. Neither do
 * phone and fax numbers, such as a switchboard's, that it shares with a provider that has verifications.
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
    { prepared: 'blocked providers mentioned in a form' },
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
