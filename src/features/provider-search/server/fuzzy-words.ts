import { z } from 'zod'
import { type Database, queryRows, sql } from '#platform/server/database.ts'
import { editDistance, maxEdits } from '../edit-distance.ts'
import { findSynonyms } from '../synonyms.ts'

/** A word of a name and its edit distance from a typed word. */
export type FuzzyWord = { typed: string; word: string; edits: number }

/** The minimum length, in letters, at which a typed word can count as a prefix. */
const minPrefixLength = 4

const found = z.object({ typed: z.string(), word: z.string(), known: z.boolean() })

/**
 * Finds words of provider names within a small edit distance of a typed word, closest first. PostgreSQL
 * counts two swapped letters as two edits, so the query allows one extra edit, and two for words with the
 * same letters. A typed word that is a known word, a synonym or a prefix allows only one edit, which must not
 * be in its first letter, so only words with the same first letter are compared.
 */
export async function findFuzzyWords(
  db: Database,
  typed: string[],
  signal?: AbortSignal,
): Promise<FuzzyWord[]> {
  const correctable = typed.filter((word) => maxEdits(word) > 0)
  const most = correctable.map((word) => maxEdits(word) + 1)
  const same = correctable.map((word) => findSynonyms(word).join(' '))
  const rows = await queryRows(
    db,
    found,
    sql`
    with asked as materialized (
      select typed, most,
             exists (select from name_word where word = any(string_to_array(same, ' ')))
             or length(typed) >= ${minPrefixLength}::int
                and exists (select from name_word where word > typed and word < typed || chr(65535)) as known
        from unnest(${correctable}::text[], ${most}::int[], ${same}::text[]) as given (typed, most, same))
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
    .map(({ known, ...row }) => ({ ...row, known, edits: editDistance(row.typed, row.word) }))
    .filter(({ typed: given, known, edits }) => edits > 0 && edits <= (known ? 1 : maxEdits(given)))
    .toSorted((a, b) => a.edits - b.edits)
}
