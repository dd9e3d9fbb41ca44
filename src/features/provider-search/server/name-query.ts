import { z } from 'zod'
import { type Database, queryRows, sql } from '#platform/server/database.ts'
import { findSynonyms, stopWords } from '../synonyms.ts'
import { type FuzzyWord, findFuzzyWords } from './fuzzy-words.ts'
import { type Compound, splitCompounds } from './split-compounds.ts'

/** One typed word as tsqueries: exact matches, prefix matches and matches one edit away. */
export type WordQuery = { exact: string; prefix: string; oneEdit: string }

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
    { signal, prepared: 'words of a name' },
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
