import { z } from 'zod'
import { type Database, rowsOf, sql } from '#platform/server/database.ts'
import type { VobForm } from '../contract.ts'
import { networksOf, type VobProvider } from './provider-query.ts'

const hidden = z.object({
  vobMessage: z.string().nullable(),
  /** Whether the form gives the name, address or tax id. */
  isCertain: z.boolean(),
  /** The telephone and fax numbers that the form gives. */
  numbers: z.array(z.string()),
})

/** What is shorter stands in other texts by chance: a name with a blank at each end, and a number's digits. */
const [shortestName, shortestNumber] = [8, 7]

/** What a form says of its provider beside the name, as somebody typed it. */
const saidIn = (form: VobForm) => [
  form.providerContact,
  form.providerAddress,
  form.providerCityStateZip,
  form.providerTaxId,
  form.providerPhone,
  form.providerFax,
]

/**
 * A provider without verifications of whom a form gives the name, address, tax id, telephone or fax number, alone
 * or among other words, in the fields of the one that it names; what both have in common is no reason, nor is a
 * telephone or fax number that a provider with verifications has too, as of a switchboard.
 */
export async function hiddenBehind(db: Database, clientId: string, form: VobForm, named: VobProvider) {
  const found = await givenIn(db, clientId, form, named)
  const numbers = found.filter(({ isCertain }) => !isCertain).flatMap((provider) => provider.numbers)
  const shared = numbers.length > 0 ? await numbersOfOthers(db, clientId, numbers) : new Set()
  return found.find(
    (provider) => provider.isCertain || provider.numbers.some((number) => !shared.has(number)),
  )
}

/** The providers without verifications of whom a form gives anything that is not also of the one it names. */
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

/** Whether a form gives the name or address of a provider without verifications, and which of their numbers. */
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

/** Those of some telephone and fax numbers that a provider with verifications has. */
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
