import { z } from 'zod'
import { maxEdits } from '#platform/contract/edit-distance.ts'
import { type Database, queryRow, type Sql, sql } from '#platform/db/database.ts'
import { findPrimary } from '#platform/db/replica.ts'
import { findSynonyms, stopWords } from '../synonyms.ts'
import { type CloseWord, getNameDictionary, type NameDictionary } from './name-dictionary.ts'

/**
 * One typed word as tsqueries: exact matches, prefix matches, matches one edit away, and all of them. `isVague` if so many
 * words begin with it that the index of words takes long to find their providers.
 */
type WordQuery = {
  exact: string
  prefix: string
  oneEdit: string
  anything: string
  isVague: boolean
  /** Whether one of the words that match is common. */
  isCommon: boolean
}

/** The tsqueries of each word by closeness. */
export type NameQuery = {
  words: WordQuery[]
  /** The stop words that were not typed. A name may have them besides the typed words. */
  untypedStopWords: string[]
  /** Whether names match that have no beginning of a typed word: because of a typo, or a word that is written as two. */
  hasAlternatives: boolean
  /** The same query with all typos of words that are known or a prefix, too; undefined if there are no such words. */
  broader(): NameQuery | undefined
}

/** The condition that a tsquery makes on the words of a name. */
export const wordsCondition = (query: string): Sql => sql`name_words @@ ${query}::tsquery`

/**
 * The condition that every match satisfies: a condition for each word, because the index on names takes ten times as long
 * for a single tsquery with hundreds of alternatives.
 */
export const nameCondition = ({ words }: Pick<NameQuery, 'words'>): Sql =>
  sql.join(
    words.map(({ anything }) => wordsCondition(anything)),
    sql` and `,
  )

const maxWords = 12
/** The number of longest words that are compared for typos. Each takes milliseconds, which block all other requests. */
const maxCompared = 4
const maxFuzzyWords = 300

/**
 * The query for a typed name, or undefined if it has no word. A typed word matches itself, its synonyms,
 * words that begin with it, words one or two typos away, the two words that it joins, and the word that it
 * forms with another typed word.
 */
export async function buildNameQuery(
  db: Database,
  name: string,
  options: NameOptions = {},
): Promise<NameQuery | undefined> {
  const { words, version } = readPlainName(name, options) ?? (await readName(db, name, options))
  const significant = words.filter((word) => !stopWords.has(word))
  const typed = (significant.length > 0 ? significant : words).slice(0, maxWords)
  // From the primary, because the process keeps it.
  const dictionary = await getNameDictionary(findPrimary(db), version)
  return typed.length === 0 ? undefined : combineWords(typed, dictionary, false)
}

function combineWords(typed: readonly string[], dictionary: NameDictionary, isBroad: boolean): NameQuery {
  const compared = typed
    .filter((word) => maxEdits(word) > 0)
    .toSorted((one, other) => other.length - one.length)
    .slice(0, maxCompared)
  const words = typed.map((word) =>
    buildWordQuery(
      word,
      typed,
      dictionary,
      compared.includes(word) ? findFuzzyWords(word, dictionary, isBroad) : [],
    ),
  )
  return {
    words,
    untypedStopWords: [...stopWords].filter((word) => !typed.includes(word)),
    hasAlternatives: words.some(({ hasAlternatives }) => hasAlternatives),
    broader: () =>
      isBroad || !typed.some((word) => maxEdits(word) > 0 && isKnown(word, dictionary))
        ? undefined
        : combineWords(typed, dictionary, true),
  }
}

const nameRow = z.object({ words: z.array(z.string()), version: z.number() })

/** `wordsVersion` is the version of the dictionary, if the caller has read it. */
type NameOptions = { wordsVersion?: number; signal?: AbortSignal }

/** The words of a name as the database stores them, and the version of the dictionary of all words. */
async function readName(db: Database, name: string, { signal }: NameOptions) {
  const row = await queryRow(
    db,
    nameRow,
    sql`select tsvector_to_array(provider_name_words(${name})) as words, version from name_word_version`,
    { signal, isPrepared: true },
  )
  return row ?? { words: [], version: 0 }
}

/** The same for a name without accents and punctuation, which needs no query; undefined for another one. */
export function readPlainName(name: string, { wordsVersion }: NameOptions) {
  if (wordsVersion === undefined || !/^[A-Za-z0-9 ,]{0,500}$/.test(name)) return undefined
  const words = name.toLowerCase().split(/[ ,]+/).filter(Boolean)
  return { words: [...new Set(words)].sort(), version: wordsVersion }
}

function buildWordQuery(
  typed: string,
  allTyped: readonly string[],
  dictionary: NameDictionary,
  fuzzy: CloseWord[],
) {
  const compounds = findCompounds(typed, allTyped, dictionary).map(allOf)
  const exact = anyOf(findSynonyms(typed))
  const begun = dictionary.wordsBegunBy(typed, maxListedWords + 1)
  const isLong = begun.length > maxListedWords
  const prefix = isLong ? `${quote(typed)}:*` : anyOf([typed, ...begun])
  const alternatives = [...findSynonyms(typed), ...begun, ...withSynonyms(fuzzy)]
  return {
    exact,
    prefix,
    oneEdit: either(anyOf(withSynonyms(fuzzy.filter(({ edits }) => edits === 1))), ...compounds),
    anything: either(exact, prefix, anyOf(withSynonyms(fuzzy.slice(0, maxFuzzyWords))), ...compounds),
    isVague: dictionary.countBegunBy(typed) > maxDistinctWords,
    isCommon: isLong || alternatives.some(dictionary.isCommon),
    hasAlternatives: fuzzy.length + compounds.length > 0,
  }
}

const withSynonyms = (fuzzy: CloseWord[]) => [...new Set(fuzzy.flatMap(({ word }) => findSynonyms(word)))]
const either = (...queries: string[]) => queries.filter(Boolean).join('|')
const allOf = (words: readonly string[]) => `(${words.map(quote).join('&')})`
const anyOf = (words: readonly string[]) => words.map(quote).join('|')

/** Quotes a word for a tsquery, so that no input is ever parsed as an operator. */
const quote = (word: string) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/**
 * The maximum number of words with a prefix that a query lists instead of the prefix. For a prefix, the index reads every
 * provider of each of its words, even those that another condition excludes.
 */
const maxListedWords = 50
const maxDistinctWords = 500

const shortestPart = 3

/**
 * Alternatives to a typed word: "long" and "term" for "longterm", or the word that it forms with another typed word, such
 * as "healthcare" for "health" and "care".
 */
function findCompounds(typed: string, allTyped: readonly string[], dictionary: NameDictionary): string[][] {
  if (typed.length < shortestPart) return []
  const parts = [...typed].map((_, at) => [typed.slice(0, at), typed.slice(at)])
  const divided = dictionary.has(typed)
    ? []
    : parts.filter((pair) => pair.every((part) => part.length >= shortestPart && dictionary.has(part)))
  const others = allTyped.filter((other) => other !== typed && other.length >= shortestPart)
  const joined = others.flatMap((other) => [typed + other, other + typed])
  return [...divided, ...joined.filter((word) => dictionary.has(word)).map((word) => [word])]
}

/** The minimum length, in letters, at which a typed word can count as a prefix. */
const minPrefixLength = 4

/** Whether a typed word is a word of a name, a synonym of one or the beginning of one. */
const isKnown = (typed: string, dictionary: NameDictionary) =>
  (typed.length >= minPrefixLength && dictionary.wordsBegunBy(typed, 1).length > 0) ||
  findSynonyms(typed).some(dictionary.has)

/**
 * The words of provider names within a small edit distance of a typed word, closest first. A known word allows only one
 * edit, which must not be in its first letter, unless such a search found nothing.
 */
function findFuzzyWords(typed: string, dictionary: NameDictionary, isBroad: boolean): CloseWord[] {
  const most = maxEdits(typed)
  if (most === 0) return []
  return isBroad || !isKnown(typed, dictionary)
    ? dictionary.wordsCloseTo(typed, most)
    : dictionary.wordsCloseTo(typed, 1, String.fromCodePoint(typed.codePointAt(0) ?? 0))
}
