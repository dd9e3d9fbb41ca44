import { z } from 'zod'
import { editDistance, maxEdits } from '#platform/contract/edit-distance.ts'
import { type Database, queryRows, sql } from '#platform/db/database.ts'
import { findSynonyms, stopWords } from '../synonyms.ts'

/** One typed word as tsqueries: exact matches, prefix matches and matches one edit away. */
type WordQuery = { exact: string; prefix: string; oneEdit: string }

/** The tsquery that every match satisfies, and the tsqueries of each word by closeness. */
export type NameQuery = { matching: string; words: WordQuery[]; stopWords: string[] }

const maxWords = 12
const maxFuzzyWords = 100

/**
 * The query for a typed name, or undefined if it has no word. A typed word matches itself, its synonyms,
 * words that begin with it, words one or two typos away, the two words that it joins, and the word that it
 * forms with another typed word.
 */
export async function buildNameQuery(
  db: Database,
  name: string,
  signal?: AbortSignal,
): Promise<NameQuery | undefined> {
  const typed = await splitName(db, name, signal)
  if (typed.length === 0) return undefined
  const fuzzy = await findFuzzyWords(db, typed, signal)
  const compounds = await splitCompounds(db, typed, signal)
  const words = typed.map((word) => buildWordQuery(word, fuzzy, compounds))
  return {
    matching: words.map(({ anything }) => `(${anything})`).join('&'),
    words: words.map(({ exact, prefix, oneEdit }) => ({ exact, prefix, oneEdit })),
    stopWords: [...stopWords].filter((word) => !typed.includes(word)),
  }
}

async function splitName(db: Database, name: string, signal?: AbortSignal): Promise<string[]> {
  const rows = await queryRows(
    db,
    z.object({ word: z.string() }),
    sql`select unnest(tsvector_to_array(provider_name_words(${name}))) as word`,
    { signal, isPrepared: true },
  )
  const words = rows.map(({ word }) => word)
  const significant = words.filter((word) => !stopWords.has(word))
  return (significant.length > 0 ? significant : words).slice(0, maxWords)
}

function buildWordQuery(typed: string, allFuzzy: readonly FuzzyWord[], allCompounds: readonly Compound[]) {
  const fuzzy = allFuzzy.filter((each) => each.typed === typed)
  const compounds = allCompounds.filter((each) => each.typed === typed).map(({ parts }) => allOf(parts))
  const exact = anyOf(findSynonyms(typed))
  const prefix = prefixQuery(typed)
  return {
    exact,
    prefix,
    oneEdit: either(anyOf(withSynonyms(fuzzy.filter(({ edits }) => edits === 1))), ...compounds),
    anything: either(exact, prefix, anyOf(withSynonyms(fuzzy.slice(0, maxFuzzyWords))), ...compounds),
  }
}

const withSynonyms = (fuzzy: FuzzyWord[]) => [...new Set(fuzzy.flatMap(({ word }) => findSynonyms(word)))]
const prefixQuery = (word: string) => `${quote(word)}:*`
const either = (...queries: string[]) => queries.filter(Boolean).join('|')
const allOf = (words: readonly string[]) => `(${words.map(quote).join('&')})`
const anyOf = (words: readonly string[]) => words.map(quote).join('|')

/** Quotes a word for a tsquery, so that no input is ever parsed as an operator. */
const quote = (word: string) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/**
 * Alternatives to a typed word: the two words of a name that it joins, or the word that it forms with another typed
 * word.
 */
type Compound = { typed: string; parts: string[] }

const shortestPart = 3

/** The compounds among typed words: "longterm" for Long Term, "health" and "care" for Healthcare. */
async function splitCompounds(db: Database, typed: string[], signal?: AbortSignal): Promise<Compound[]> {
  const long = typed.filter((word) => word.length >= shortestPart)
  if (long.length === 0) return []
  return await queryRows(
    db,
    z.object({ typed: z.string(), parts: z.array(z.string()) }),
    sql`
    with asked as materialized (select word as typed from unnest(${long}::text[]) as word)
    select typed, array[left(typed, at), substr(typed, at + 1)] as parts
      from asked
     cross join lateral generate_series(${shortestPart}::int, length(typed) - ${shortestPart}::int) as at
     where exists (select from name_word where word = left(typed, at))
       and exists (select from name_word where word = substr(typed, at + 1))
       and not exists (select from name_word where word = typed)
     union all
    select asked.typed, array[word]
      from asked as first
      join asked as second on first.typed <> second.typed
      join name_word on word = first.typed || second.typed
      join asked on asked.typed in (first.typed, second.typed)`,
    { signal, isPrepared: true },
  )
}

/** A word of a name and its edit distance from a typed word. */
type FuzzyWord = { typed: string; word: string; edits: number }

/** The minimum length, in letters, at which a typed word can count as a prefix. */
const minPrefixLength = 4

const found = z.object({ typed: z.string(), word: z.string(), known: z.boolean() })

/**
 * Finds words of provider names within a small edit distance of a typed word, closest first. PostgreSQL
 * counts two swapped letters as two edits, so the query allows one extra edit, and two for words with the
 * same letters. A typed word that is a known word, a synonym or a prefix allows only one edit, which must not
 * be in its first letter, so only words with the same first letter are compared.
 */
async function findFuzzyWords(db: Database, typed: string[], signal?: AbortSignal): Promise<FuzzyWord[]> {
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
    { signal, isPrepared: true },
  )
  return rows
    .map(({ known, ...row }) => ({ ...row, known, edits: editDistance(row.typed, row.word) }))
    .filter(({ typed: given, known, edits }) => edits > 0 && edits <= (known ? 1 : maxEdits(given)))
    .toSorted((a, b) => a.edits - b.edits)
}
