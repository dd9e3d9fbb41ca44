import { maxEdits } from '#platform/contract/edit-distance.ts'
import { lastCharacter } from '#platform/db/database.ts'

/** A range of words, or of reversed words, in byte order, that can be meant by a typed word. */
export type TypedRange = { typed: string; low: string; high: string }

/** The letters that are tried one by one. Words with any other character at that place are read as a range. */
const letters = [...'abcdefghijklmnopqrstuvwxyz']
const beforeLetters = 'a'
const afterLetters = '{'

/**
 * The ranges of a dictionary that have every word with no more typing errors than the typed one may have, and few others.
 *
 * If a word has two errors, its second half has both, each half has one, or its first half has both. So the dictionary's
 * word begins with the first half, in which one letter may be wrong, missing, extra or swapped, or it ends with the
 * second half. If a word has one error, a half has none. Letters can also be swapped across the middle.
 */
export function closeWordRanges(typed: string): { beginnings: TypedRange[]; endings: TypedRange[] } {
  const most = maxEdits(typed)
  if (most === 0) return { beginnings: [], endings: [] }
  const word = [...typed]
  const middle = Math.ceil(word.length / 2)
  const [first, second] = [word.slice(0, middle), word.slice(middle)]
  const swapped = { first: first.with(-1, second[0] ?? ''), second: second.with(0, first.at(-1) ?? '') }
  const beginnings = most === 1 ? [first, swapped.first].map(toPrefixRange) : toMistypedRanges(first)
  const endings = most === 1 ? [second] : [second, swapped.second]
  const add = ([low, high]: Range): TypedRange => ({ typed, low, high })
  return {
    beginnings: beginnings.map(add),
    endings: endings.map((ending) => add(toPrefixRange(ending.toReversed()))),
  }
}

type Range = readonly [low: string, high: string]

/** The range of the words that begin with these characters. */
const toPrefixRange = (characters: readonly string[]): Range => {
  const prefix = characters.join('')
  return [prefix, prefix + lastCharacter]
}

/** The ranges of the words that begin with these characters, of which one may be wrong, missing, extra or swapped. */
function toMistypedRanges(characters: readonly string[]): Range[] {
  const prefixes = new Set<string>()
  const others: Range[] = []
  for (let at = 0; at <= characters.length; at += 1) {
    const before = characters.slice(0, at).join('')
    const [here = '', next = '', ...rest] = characters.slice(at)
    const after = next + rest.join('')
    prefixes.add(before + after)
    prefixes.add(before + next + here + rest.join(''))
    for (const letter of letters) prefixes.add(before + letter + after).add(before + letter + here + after)
    others.push([before, before + beforeLetters], [before + afterLetters, before + lastCharacter])
  }
  const shortest = [...prefixes].filter((prefix) => !hasShorter(prefix, prefixes))
  return [...shortest.map((prefix) => toPrefixRange([prefix])), ...others]
}

/** Whether a shorter prefix includes the words of this one. */
const hasShorter = (prefix: string, prefixes: ReadonlySet<string>) =>
  [...prefix].some((_, at) => at > 0 && prefixes.has(prefix.slice(0, at)))
