import { z } from 'zod'
import { type Database, rowsOf, sql } from '#platform/server/database.ts'
import { sameAs, untelling } from '../same-words.ts'
import { slipsBetween, slipsForgiven } from '../slips.ts'

/** One typed word as tsqueries: what is it, what begins with it, what is one slip away from it. */
export type WordQuery = { exact: string; begun: string; oneSlip: string }

/** What a typed name asks for: the tsquery that every match holds, and each word's by closeness. */
export type NameQuery = { matching: string; words: WordQuery[]; untelling: string[] }

type Near = { typed: string; word: string; slips: number }

const mostWords = 12
const mostNearWords = 100

/**
 * The query for a typed name, or undefined when it has no word. A typed word finds itself, what stands for the
 * same, what begins with it, and what is one or two wrong, missing or swapped letters away from it.
 */
export async function nameQueryOf(
  db: Database,
  name: string,
  signal?: AbortSignal,
): Promise<NameQuery | undefined> {
  const typed = await wordsOf(db, name, signal)
  if (typed.length === 0) return undefined
  const near = await nearWords(db, typed, signal)
  const words = typed.map((word) => ({ word, near: near.filter((each) => each.typed === word) }))
  return {
    matching: words.map((each) => `(${anything(each.word, each.near)})`).join('&'),
    words: words.map((each) => ({
      exact: anyOf(sameAs(each.word)),
      begun: begunWith(each.word),
      oneSlip: anyOf(withSame(each.near.filter(({ slips }) => slips === 1))),
    })),
    untelling: [...untelling].filter((word) => !typed.includes(word)),
  }
}

async function wordsOf(db: Database, name: string, signal?: AbortSignal): Promise<string[]> {
  const rows = await rowsOf(
    db,
    z.object({ word: z.string() }),
    sql`select unnest(tsvector_to_array(provider_name_words(${name}))) as word`,
    { signal, prepared: 'words of a name' },
  )
  const words = rows.map(({ word }) => word)
  const telling = words.filter((word) => !untelling.has(word))
  return (telling.length > 0 ? telling : words).slice(0, mostWords)
}

/**
 * Words of providers' names, each few slips away from a typed one, the closest first. PostgreSQL counts two
 * swapped letters as two slips, so it is asked for one more, and for yet one more among words of the same
 * letters. A typed word that is in somebody's name is forgiven one slip only, and not in its first letter: then
 * only the words that begin alike are looked at.
 */
async function nearWords(db: Database, typed: string[], signal?: AbortSignal): Promise<Near[]> {
  const forgiven = typed.filter((word) => slipsForgiven(word) > 0)
  const rows = await rowsOf(
    db,
    z.object({ typed: z.string(), word: z.string() }),
    sql`
    with asked as materialized (
      select typed, most, exists (select from name_word where word = typed) as known
        from unnest(${forgiven}::text[], ${forgiven.map((word) => slipsForgiven(word) + 1)}::int[]) as given (typed, most))
    select typed, word
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
  const known = new Set(rows.filter(({ typed: given, word }) => given === word).map(({ word }) => word))
  return rows
    .map((row) => ({ ...row, slips: slipsBetween(row.typed, row.word) }))
    .filter(({ typed: given, slips }) => slips > 0 && slips <= (known.has(given) ? 1 : slipsForgiven(given)))
    .toSorted((a, b) => a.slips - b.slips)
}

function anything(typed: string, near: Near[]): string {
  return [anyOf(sameAs(typed)), begunWith(typed), anyOf(withSame(near.slice(0, mostNearWords)))]
    .filter(Boolean)
    .join('|')
}

const withSame = (near: Near[]) => [...new Set(near.flatMap(({ word }) => sameAs(word)))]
const begunWith = (word: string) => `${quoted(word)}:*`
const anyOf = (words: readonly string[]) => words.map(quoted).join('|')

/** A word as tsquery text; words are letters and digits only, but nothing typed is ever taken for an operator. */
const quoted = (word: string) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
