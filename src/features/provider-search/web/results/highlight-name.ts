import { slipsBetween, slipsForgiven } from '../../edit-distance.ts'
import { sameAs, untelling } from '../../synonyms.ts'

/** A piece of a name, and whether it is what was searched for. */
export type NamePart = { text: string; isMatch: boolean }

/** A word as it is compared, and where it stands: `starts` has each of its letters' place in the text. */
type Word = { word: string; starts: number[]; end: number }

/**
 * A provider's name in pieces: for each typed word the closest words of the name are marked, as the search matches
 * them — what is or stands for the same, else what begins so, else what is the fewest slips away, else what is written in two words or in one.
 */
export function namePartsOf(name: string, typed: string): NamePart[] {
  const words = wordsOf(name)
  const asked = wordsOf(typed).map(({ word }) => word)
  const telling = asked.filter((word) => !untelling.has(word))
  const told = telling.length > 0 ? telling : asked
  const marked = told.flatMap((word) => {
    const closest = closestTo(word, words)
    return closest.length > 0 ? closest : compoundOf(word, told, words)
  })
  return cut(name, marked)
}

/** What is written in one word where two were typed, or in two where one was. */
function compoundOf(typed: string, told: readonly string[], words: readonly Word[]) {
  const isOf = (whole: string, one: string, other: string) => whole === one + other || whole === other + one
  return words
    .filter(
      ({ word }) =>
        told.some((other) => isOf(word, typed, other)) ||
        words.some((other) => isOf(typed, word, other.word)),
    )
    .map(({ starts, end }): [number, number] => [starts[0] ?? 0, end])
}

function closestTo(typed: string, words: readonly Word[]): [start: number, end: number][] {
  const ranked = words.map((word) => ({ word, rank: rankOf(word.word, typed) }))
  const best = Math.min(...ranked.map(({ rank }) => rank))
  if (best > mostSlips + 1) return []
  return ranked
    .filter(({ rank }) => rank === best)
    .map(({ word: { word, starts, end } }) => {
      const isBegun = best === 1 && word.startsWith(typed)
      return [starts[0] ?? 0, isBegun ? (starts[typed.length] ?? end) : end]
    })
}

const mostSlips = 2

/** 0 the same, 1 begun so, then one more for each slip. */
function rankOf(word: string, typed: string): number {
  const same = sameAs(word)
  if (same.includes(typed)) return 0
  if (word.startsWith(typed)) return 1
  const slips = Math.min(...same.map((each) => slipsBetween(typed, each)))
  return slips <= slipsForgiven(typed) ? slips + 1 : Number.POSITIVE_INFINITY
}

/** Initials with dots are one word, and an apostrophe parts none: the database reads names so, too. */
const wordPattern = /(?<![\p{L}\p{N}])(?:\p{L}\.)+\p{L}(?![\p{L}\p{N}])|[\p{L}\p{N}]+/gu

function wordsOf(text: string): Word[] {
  const { key, places } = keyOf(text)
  return [...key.matchAll(wordPattern)].map(({ 0: found, index }) => {
    const spelt = [...found].map((letter, at) => ({ letter, start: places[index + at] ?? 0 }))
    const letters = spelt.filter(({ letter }) => letter !== '.')
    return {
      word: letters.map(({ letter }) => letter).join(''),
      starts: letters.map(({ start }) => start),
      end: places[index + found.length] ?? text.length,
    }
  })
}

/** A text without case, accents and apostrophes, and the place in the text from which each of its letters came. */
function keyOf(text: string) {
  let key = ''
  const places: number[] = []
  for (const { 0: letter, index } of text.matchAll(/./gsu)) {
    const plain = plainOf(letter)
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

function plainOf(letter: string): string {
  const small = letter
    .normalize('NFD')
    .replaceAll(/[\p{M}'’ʼ`]/gu, '')
    .toLowerCase()
  return ligatures[small] ?? small
}

/** The text cut where what is marked begins and ends; what touches or overlaps is one piece. */
function cut(text: string, marked: readonly [start: number, end: number][]): NamePart[] {
  const flags = Array<boolean>(text.length).fill(false)
  for (const [start, end] of marked) flags.fill(true, start, end)
  return flags.reduce<NamePart[]>((parts, isMatch, at) => {
    const last = parts.at(-1)
    if (last?.isMatch === isMatch) last.text += text[at]
    else parts.push({ text: text[at] ?? '', isMatch })
    return parts
  }, [])
}
