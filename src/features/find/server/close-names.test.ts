import { expect, test } from 'vitest'
import { countEdits, editDistance, maxEdits, minMistypedPrefix } from '#platform/contract/edit-distance.ts'
import { createRandom } from '#seed/seeded-random.ts'
import { closeWordRanges, type TypedRange } from './close-names.ts'

const random = createRandom('typing errors')
const alphabet = [...'abcdxyzé’1яß']

const someWord = (length: number) => Array.from({ length }, () => random.oneOf(alphabet)).join('')

/** Makes a letter wrong, missing, extra or swapped with the next. */
function mistype(word: string): string {
  const at = random.between(0, word.length - 1)
  const [before, here = '', next = '', after] = [
    word.slice(0, at),
    word[at],
    word[at + 1],
    word.slice(at + 2),
  ]
  const letter = random.oneOf(alphabet)
  return random.oneOf([
    before + letter + next + after,
    before + next + after,
    before + letter + here + next + after,
    before + here + next + letter + after,
    before + next + here + after,
  ])
}

const compareBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))
const isIn = (word: string) => (range: TypedRange) =>
  compareBytes(word, range.low) >= 0 && compareBytes(word, range.high) < 0

function isCovered(typed: string, word: string, maxRanges = 1000): boolean {
  const { beginnings, endings } = closeWordRanges(typed, maxRanges)
  return beginnings.some(isIn(word)) || endings.some(isIn([...word].reverse().join('')))
}

test.each([3, 4, 5, 6, 7, 8, 9, 12])(
  'the ranges of %d letters have every word with allowed errors',
  (length) => {
    for (let each = 0; each < 1000; each += 1) {
      const typed = someWord(length)
      if (maxEdits(typed) === 0) continue
      const word = mistype(random.oneOf([typed, mistype(typed)]))
      if (editDistance(typed, word) > maxEdits(typed)) continue
      expect(isCovered(typed, word), `${typed} ${word}`).toBe(true)
      expect(isCovered(typed, word, 0), `${typed} ${word}`).toBe(true)
    }
  },
)

test.each([5, 6, 7, 8, 9])(
  'the ranges of %d letters have every word with an error in its beginning',
  (length) => {
    for (let each = 0; each < 1000; each += 1) {
      const typed = someWord(length)
      const word = mistype(typed) + someWord(random.between(1, 6))
      if (typed.length < minMistypedPrefix || maxEdits(typed) === 0 || countEdits(typed, word) > 1) continue
      expect(isCovered(typed, word), `${typed} ${word}`).toBe(true)
    }
  },
)

test('the ranges of characters outside of the basic plane have words with an error', () => {
  expect(isCovered('𠮷田', '𠮷由')).toBe(true)
  expect(isCovered('𠮷𠮷田', '𠮷田𠮷')).toBe(true)
})

test('a word with a digit is not corrected', () => {
  expect(closeWordRanges('smith2', 1000)).toEqual({ beginnings: [], endings: [] })
})
