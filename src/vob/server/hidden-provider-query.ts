import { z } from 'zod'
import { type Database, rowOf, sql } from '#platform/server/database.ts'
import type { VobForm } from '../contract.ts'
import { type VobProvider, within } from './provider-query.ts'

const hidden = z.object({ vobMessage: z.string().nullable() })

type Text = string | ReturnType<typeof sql>

/** A text as its words alone, without case, accents and punctuation, a blank before and after each. */
const wordsOf = (text: Text) => sql`
  (' ' || regexp_replace(search_key(${text}) collate pg_c_utf8, '[^[:alnum:]]+', ' ', 'g') || ' ')`

const digitsOf = (number: Text) => sql`regexp_replace(${number}, '[^0-9]', '', 'g')`

/** With and without the country's code a telephone number ends alike. */
const numberOf = (number: Text) => sql`right(${digitsOf(number)}, 10)`

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
export function hiddenBehind(db: Database, clientId: string, form: VobForm, named: VobProvider) {
  const said = saidIn(form).join(' ')
  const numbers = saidIn(form).map((line) => line.replaceAll(/\D/g, ''))
  return rowOf(
    db,
    hidden,
    sql`
    with own as (
      select ${wordsOf(sql`concat_ws(' ', name, contact, address_one, address_two, city)`)} as words,
             concat_ws(' ', tin_digits, ${digitsOf(sql`phone`)}, ${digitsOf(sql`fax`)}) as numbers,
             zipcode collate pg_c_utf8 as zipcode
        from provider
       where hash = ${named.hash}
         and network_code = ${named.networkCode}
    ), said as (
      select ${wordsOf(said)} as words, ${numbers.join(' ')}::text as numbers
    ), without as (
      select p.hash, p.vob_message, p.zipcode collate pg_c_utf8 as zipcode, ${wordsOf(sql`p.name`)} as name,
             rtrim(${wordsOf(sql`p.address_one`)}) as address,
             p.tin_digits, array[p.tin_digits, ${numberOf(sql`p.phone`)}, ${numberOf(sql`p.fax`)}] as numbers
        ${within(clientId)}
         and p.hide_vob
    )
    select w.vob_message as "vobMessage"
      from without w, own, said
     where (length(w.name) >= ${shortestName} and strpos(said.words, w.name) > 0 and strpos(own.words, w.name) = 0)
        or (w.address <> '' and strpos(said.words, w.address) > 0 and strpos(said.words, ' ' || w.zipcode || ' ') > 0
            and not (w.zipcode is not distinct from own.zipcode and strpos(own.words, w.address) > 0))
        or exists (select from unnest(w.numbers) number
                    where length(number) >= ${shortestNumber}
                      and strpos(said.numbers, number) > 0
                      and strpos(own.numbers, number) = 0
                      and (number = w.tin_digits or not ${isOfOthers(clientId)}))
     order by w.hash
     limit 1`,
  )
}

const isOfOthers = (clientId: string) => sql`
  exists (select
           ${within(clientId)}
            and not p.hide_vob
            and number in (${numberOf(sql`p.phone`)}, ${numberOf(sql`p.fax`)}))`

/** What is shorter stands in other texts by chance: a name with a blank at each end, and a number's digits. */
const [shortestName, shortestNumber] = [8, 7]
