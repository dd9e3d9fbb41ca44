import { z } from 'zod'
import { type Database, rowsOf, sql } from '#platform/server/database.ts'
import { slipsBetween, slipsForgiven } from '../edit-distance.ts'
import { sameAs } from '../synonyms.ts'

/** A word of a name and its edit distance from a typed word. */
export type Near = { typed: string; word: string; slips: number }

/** Minimum length of a typed prefix. */
const shortestBeginning = 4

const found = z.object({ typed: z.string(), word: z.string(), known: z.boolean() })

/**
 * Words of provider names within a small edit distance of a typed word, closest first. PostgreSQL counts two
 * swapped letters as two edits, so the query allows one more, and yet one more among words of the same
 * letters. A typed word that is a known word, synonym or prefix allows only one edit,
 * and not in its first letter, so only words with the same first letter are compared.
 */
export async function nearWords(db: Database, typed: string[], signal?: AbortSignal): Promise<Near[]> {
  const forgiven = typed.filter((word) => slipsForgiven(word) > 0)
  const most = forgiven.map((word) => slipsForgiven(word) + 1)
  const same = forgiven.map((word) => sameAs(word).join(' '))
  const rows = await rowsOf(
    db,
    found,
    sql`
    with asked as materialized (
      select typed, most,
             exists (select from name_word where word = any(string_to_array(same, ' ')))
             or length(typed) >= ${shortestBeginning}::int
                and exists (select from name_word where word > typed and word < typed || chr(65535)) as known
        from unnest(${forgiven}::text[], ${most}::int[], ${same}::text[]) as given (typed, most, same))
    select typed, word, known
      from asked
     cross join lateral (
       select word
         from name_word
        where known
          and word >= left(typed, 1) and word <= left(typed, 1) || chr(65535)
          and length(word) between length(typed) - 1 and length(typed) + 1
          and levenshtein_less_equal(word, typed, 2) <= 2
        union all
       select word
         from name_word
        where not known
          and length(word) between length(typed) - 2 and length(typed) + 2
          and levenshtein_less_equal(word, typed, most + 1) <=
              case when length(word) = length(typed) and translate(word, typed, '') = '' then most + 1
                   else most end) as near`,
    { signal, prepared: 'near words' },
  )
  return rows
    .map(({ known, ...row }) => ({ ...row, known, slips: slipsBetween(row.typed, row.word) }))
    .filter(({ typed: given, known, slips }) => slips > 0 && slips <= (known ? 1 : slipsForgiven(given)))
    .toSorted((a, b) => a.slips - b.slips)
}
