import { z } from 'zod'
import { type Database, rowsOf, sql } from '#platform/server/database.ts'
import { sameAs, untelling } from '../synonyms.ts'
import { type Near, nearWords } from './fuzzy-words.ts'
import { type Compound, splitCompounds } from './split-compounds.ts'

/** One typed word as tsqueries: exact matches, prefix matches and matches one edit away. */
export type WordQuery = { exact: string; begun: string; oneSlip: string }

/** The tsquery that every match satisfies, and the tsqueries of each word by closeness. */
export type NameQuery = { matching: string; words: WordQuery[]; untelling: string[] }

const mostWords = 12
const mostNearWords = 100

/**
 * The query for a typed name, or undefined if it has no word. A typed word matches itself, its synonyms,
 * words it begins, words one or two typos away, and itself split in two.
 */
export async function nameQueryOf(
  db: Database,
  name: string,
  signal?: AbortSignal,
): Promise<NameQuery | undefined> {
  const typed = await wordsOf(db, name, signal)
  if (typed.length === 0) return undefined
  const near = await nearWords(db, typed, signal)
  const compounds = await splitCompounds(db, typed, signal)
  const words = typed.map((word) => closeTo(word, near, compounds))
  return {
    matching: words.map(({ anything }) => `(${anything})`).join('&'),
    words: words.map(({ exact, begun, oneSlip }) => ({ exact, begun, oneSlip })),
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

function closeTo(typed: string, allNear: readonly Near[], allCompounds: readonly Compound[]) {
  const near = allNear.filter((each) => each.typed === typed)
  const compounds = allCompounds.filter((each) => each.typed === typed).map(({ parts }) => allOf(parts))
  const exact = anyOf(sameAs(typed))
  const begun = begunWith(typed)
  return {
    exact,
    begun,
    oneSlip: either(anyOf(withSame(near.filter(({ slips }) => slips === 1))), ...compounds),
    anything: either(exact, begun, anyOf(withSame(near.slice(0, mostNearWords))), ...compounds),
  }
}

const withSame = (near: Near[]) => [...new Set(near.flatMap(({ word }) => sameAs(word)))]
const begunWith = (word: string) => `${quoted(word)}:*`
const either = (...queries: string[]) => queries.filter(Boolean).join('|')
const allOf = (words: readonly string[]) => `(${words.map(quoted).join('&')})`
const anyOf = (words: readonly string[]) => words.map(quoted).join('|')

/** Quotes a word for a tsquery, so that no input is ever parsed as an operator. */
const quoted = (word: string) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
