import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { letterBits } from '#platform/contract/edit-distance.ts'
import { isWeak, normalizeWords, type Word } from './normalize-words.ts'

/**
 * A provider type and the words for it: its own names, conditions and services that imply it, and the complaints with which
 * people go there first.
 */
export type TypeWords = {
  id: string
  names: readonly string[]
  related: readonly string[]
  complaints: readonly string[]
}

export type Phrase = { type: number; words: readonly Word[]; weight: number; rank: number }

/** The phrases of all types, and where each word occurs. */
export type Vocabulary = {
  ids: readonly string[]
  phrases: readonly Phrase[]
  /** The phrases that contain a word, by its key. */
  postings: ReadonlyMap<string, readonly number[]>
  weights: ReadonlyMap<string, number>
  spellings: readonly Spelling[]
  byFirst: ReadonlyMap<string, readonly Spelling[]>
  words: ReadonlyMap<string, Word>
  pairs: ReadonlyMap<string, readonly [Word, Word]>
}

/** A spelling in the vocabulary and, to skip most comparisons, the set of its letters as bits. */
export type Spelling = Word & { letters: number; typedLetters: number }

/** How much a phrase in `related` counts compared with one in `names`. */
const relatedRank = 0.88
/** Of the types for a complaint, the one to go to comes first: for an ear infection, not the ear surgeon. */
const complaintRank = 1.05
/** The weight of a word that says little, such as "doctor". */
export const weakWeight = 0.25

/** The phrases of these types, ready for the matcher. */
export function buildVocabulary(types: readonly TypeWords[]): Vocabulary {
  const unweighted = types.flatMap(({ names, related, complaints }, type) => {
    const rank = (phrases: readonly string[], best: number) =>
      phrases.map((phrase, at) => toPhrase(phrase, type, best - Math.min(at, 40) * 0.0008))
    return [...rank(names, 1), ...rank(related, relatedRank), ...rank(complaints, complaintRank)]
  })
  const typesByKey = new Map<string, Set<number>>()
  for (const { type, words } of unweighted)
    for (const { key } of words) typesByKey.set(key, (typesByKey.get(key) ?? new Set()).add(type))
  const weights = new Map(
    [...typesByKey].map(([key, within]) => [
      key,
      isWeak(key) ? weakWeight : Math.log(1 + types.length / within.size),
    ]),
  )
  const postings = new Map<string, number[]>()
  const all = new Map<string, Word>()
  const pairs = new Map<string, readonly [Word, Word]>()
  for (const [at, { words }] of unweighted.entries()) {
    for (const [place, word] of words.entries()) {
      all.set(word.text, word)
      const listed = postings.get(word.key) ?? []
      if (listed.at(-1) !== at) listed.push(at)
      postings.set(word.key, listed)
      const next = words[place + 1]
      if (next) pairs.set(word.text + next.text, [word, next])
    }
  }
  const spellings = [...all.values()].map((word) => ({
    ...word,
    letters: letterBits(word.text),
    typedLetters: letterBits(word.typed),
  }))
  return {
    ids: types.map(({ id }) => id),
    phrases: unweighted.map((phrase) => ({ ...phrase, weight: sumWeights(phrase.words, weights) })),
    postings,
    weights,
    words: all,
    pairs,
    spellings,
    byFirst: Map.groupBy(spellings, ({ text }) => text[0] ?? ''),
  }
}

const toPhrase = (name: string, type: number, rank: number): Phrase => ({
  type,
  words: normalizeWords(name),
  weight: 0,
  rank,
})

const sumWeights = (words: readonly Word[], weights: ReadonlyMap<string, number>) =>
  words.reduce((sum, { key }) => sum + (weights.get(key) ?? 0), 0)

const file = new URL('provider-type-words.csv', import.meta.url)
const phrases = z.string().transform((text) => text.split('; ').filter(Boolean))
const row = z.object({
  id: z.string(),
  type: z.string(),
  names: phrases,
  related: phrases,
  complaints: phrases,
})

/** The words for each provider type, with the name of the type first. */
export const readTypeWords = (): TypeWords[] =>
  z
    .array(row)
    .parse(parse(readFileSync(file), { columns: true }))
    .map(({ type, names, ...words }) => ({ ...words, names: [type, ...names] }))
