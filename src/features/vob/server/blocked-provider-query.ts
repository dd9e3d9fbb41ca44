import { z } from 'zod'
import { type Database, rowsOf, sql } from '#platform/server/database.ts'
import type { VobForm } from '../contract.ts'
import { networksOf, type VobProvider } from './provider-query.ts'

const hidden = z.object({
  vobMessage: z.string().nullable(),
  /** Whether the form contains the name, address or tax ID. */
  isCertain: z.boolean(),
  /** The telephone and fax numbers in the form. */
  numbers: z.array(z.string()),
})

/** Shorter texts match by chance. Lengths include a name's enclosing spaces and a number's digits. */
const [shortestName, shortestNumber] = [8, 7]

/** The form's provider fields other than the name, as typed. */
const saidIn = (form: VobForm) => [
  form.providerContact,
  form.providerAddress,
  form.providerCityStateZip,
  form.providerTaxId,
  form.providerPhone,
  form.providerFax,
]

/**
 * Finds a provider without verifications whose name, address, tax ID, phone or fax number appears, alone
 * or among other words, in the form's provider fields. Values shared with the named provider do not count, nor does a
 * phone or fax number shared with a provider that has verifications, such as a switchboard.
 */
export async function hiddenBehind(db: Database, clientId: string, form: VobForm, named: VobProvider) {
  const found = await givenIn(db, clientId, form, named)
  const numbers = found.filter(({ isCertain }) => !isCertain).flatMap((provider) => provider.numbers)
  const shared = numbers.length > 0 ? await numbersOfOthers(db, clientId, numbers) : new Set()
  return found.find(
    (provider) => provider.isCertain || provider.numbers.some((number) => !shared.has(number)),
  )
}

/** Providers without verifications whose data appears in the form and is not the named provider's. */
function givenIn(db: Database, clientId: string, form: VobForm, named: VobProvider) {
  const lines = saidIn(form)
  const numbers = lines.map((line) => line.replaceAll(/\D/g, ''))
  return rowsOf(
    db,
    hidden,
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
    ), said as materialized (
      select words_alone(${lines.join(' ')}) collate "C" as words, ${numbers.join(' ')} collate "C" as numbers
    )
    select p.vob_message as "vobMessage",
           given.name or given.address or coalesce(p.tin_digits = any(given.numbers), false) as "isCertain",
           given.numbers
      from own, said, provider p
     cross join lateral (${given}) as given
     where p.hide_vob
       and p.network_code = any(array(${networksOf(clientId)}))
       and (given.name or given.address or given.numbers <> '{}')
     order by p.hash`,
    { prepared: 'providers without verifications whom a form gives' },
  )
}

/** Whether the form contains a blocked provider's name or address, and which of their numbers. */
const given = sql`
  select length(p.hidden_name) >= ${shortestName}
         and strpos(said.words, p.hidden_name) > 0
         and strpos(own.words, p.hidden_name) = 0 as name,
         coalesce(p.hidden_address <> ''
                  and strpos(said.words, p.hidden_address) > 0
                  and strpos(said.words, ' ' || p.zipcode || ' ') > 0
                  and not (p.zipcode is not distinct from own.zipcode
                           and strpos(own.words, p.hidden_address) > 0), false) as address,
         array(select number
                 from unnest(p.hidden_numbers) number
                where length(number) >= ${shortestNumber}
                  and strpos(said.numbers, number) > 0
                  and strpos(own.numbers, number) = 0) as numbers`

/** The given numbers that belong to a provider with verifications. */
async function numbersOfOthers(db: Database, clientId: string, numbers: string[]) {
  const found = await rowsOf(
    db,
    z.object({ number: z.string() }),
    sql`
    select number
      from unnest(${numbers}::text[]) number
     where exists (select
                     from provider p
                    where p.network_code = any(array(${networksOf(clientId)}))
                      and not p.hide_vob
                      and number in (number_alone(p.phone), number_alone(p.fax)))`,
  )
  return new Set(found.map(({ number }) => number))
}
