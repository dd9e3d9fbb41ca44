import { createContext, useContext, useMemo } from 'react'
import { editDistance, maxEdits } from '#platform/contract/edit-distance.ts'
import { MarkedText, splitAtMatches, type TextPart } from '#platform/web/marked-text.tsx'
import type { Provider } from '../../contract.ts'
import { messages } from '../../result-messages.ts'
import { findSynonyms, stopWords } from '../../synonyms.ts'
import classes from './results.module.css'

/** A provider's name, with a badge if the network prefers the provider. */
export function ProviderName({ provider: { name, preferred } }: { provider: Provider }) {
  return (
    <>
      <span className={classes.name}>
        <HighlightedName name={name} />
      </span>
      {preferred && (
        <>
          {' '}
          <span className={classes.preferred}>{messages.preferred}</span>
        </>
      )}
    </>
  )
}

/** The type and the specialty of a provider. */
export const ProviderKind = ({ provider: { providerType, specialty } }: { provider: Provider }) => (
  <span className={classes.kind}>{[providerType, specialty].filter(Boolean).join(' · ')}</span>
)

/** The provider name in the search criteria. */
export const TypedName = createContext('')

/** A provider's name with the matches highlighted. */
export function HighlightedName({ name }: { name: string }) {
  const typed = useContext(TypedName)
  const parts = useMemo(() => highlightName(name, typed), [name, typed])
  return <MarkedText parts={parts} />
}

/** A normalized word; `starts` has the position of each of its letters in the text. */
type Word = { word: string; starts: number[]; end: number }

/**
 * Splits a provider's name into matching and other parts. For each typed word it marks the closest words of the name,
 * as the search ranks them: the word or a synonym, else a prefix, else the fewest typos, else a compound.
 */
export function highlightName(name: string, typed: string): TextPart[] {
  const words = splitWords(name)
  const typedWords = splitWords(typed).map(({ word }) => word)
  const significant = typedWords.filter((word) => !stopWords.has(word))
  const searched = significant.length > 0 ? significant : typedWords
  const marked = searched.flatMap((word) => {
    const closest = findClosest(word, words)
    return closest.length > 0 ? closest : findCompounds(word, searched, words)
  })
  return splitAtMatches(name, marked)
}

/** Finds a word that was typed as two, or two words that were typed as one. */
function findCompounds(typed: string, searched: readonly string[], words: readonly Word[]) {
  const isJoined = (whole: string, one: string, other: string) =>
    whole === one + other || whole === other + one
  return words
    .filter(
      ({ word }) =>
        searched.some((other) => isJoined(word, typed, other)) ||
        words.some((other) => isJoined(typed, word, other.word)),
    )
    .map(({ starts, end }): [number, number] => [starts[0] ?? 0, end])
}

function findClosest(typed: string, words: readonly Word[]): [start: number, end: number][] {
  const ranked = words.map((word) => ({ word, rank: rankMatch(word.word, typed) }))
  const best = Math.min(...ranked.map(({ rank }) => rank))
  if (best > maxRankedEdits + 1) return []
  return ranked
    .filter(({ rank }) => rank === best)
    .map(({ word: { word, starts, end } }) => {
      const isPrefix = best === 1 && word.startsWith(typed)
      return [starts[0] ?? 0, isPrefix ? (starts[typed.length] ?? end) : end]
    })
}

const maxRankedEdits = 2

/**
 * Ranks a match: 0 for the same word or a synonym, 1 for a prefix, otherwise 1 plus the number of typos;
 * infinity if there are too many typos.
 */
function rankMatch(word: string, typed: string): number {
  const same = findSynonyms(word)
  if (same.includes(typed)) return 0
  if (word.startsWith(typed)) return 1
  const edits = Math.min(...same.map((each) => editDistance(typed, each)))
  return edits <= maxEdits(typed) ? edits + 1 : Number.POSITIVE_INFINITY
}

/**
 * Matches the words of a name. Initials with periods are one word, and an apostrophe does not split a word,
 * as in the database.
 */
const wordPattern = /(?<![\p{L}\p{N}])(?:\p{L}\.)+\p{L}(?![\p{L}\p{N}])|[\p{L}\p{N}]+/gu

function splitWords(text: string): Word[] {
  const { key, places } = normalize(text)
  return [...key.matchAll(wordPattern)].map(({ 0: found, index }) => {
    const lettersWithStarts = [...found].map((letter, at) => ({ letter, start: places[index + at] ?? 0 }))
    const letters = lettersWithStarts.filter(({ letter }) => letter !== '.')
    return {
      word: letters.map(({ letter }) => letter).join(''),
      starts: letters.map(({ start }) => start),
      end: places[index + found.length] ?? text.length,
    }
  })
}

/**
 * Lowercases a text and removes accents and apostrophes; `places` has the position of each letter in the
 * text.
 */
function normalize(text: string) {
  let key = ''
  const places: number[] = []
  for (const { 0: letter, index } of text.matchAll(/./gsu)) {
    const plain = normalizeLetter(letter)
    key += plain
    places.push(...Array<number>(plain.length).fill(index))
  }
  return { key, places }
}

const ligatures: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

function normalizeLetter(letter: string): string {
  const small = letter
    .normalize('NFD')
    .replaceAll(/[\p{M}'’ʼ`]/gu, '')
    .toLowerCase()
  return ligatures[small] ?? small
}
