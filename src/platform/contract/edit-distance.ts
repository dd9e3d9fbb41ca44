const longestWord = 60

/**
 * The fewest letters of a word that may have one edit and two. Short names of places and of provider types have many
 * neighbors ("Lima" and "Lime", "vein" and "skin"), so they allow fewer than names of people.
 */
const fewestLetters = { names: [3, 5], places: [4, 6], types: [4, 8] } as const

/**
 * The number of edits allowed in a typed word: two, or one in a short word, or none in a shorter one, in one with a digit
 * and in one of more than sixty letters.
 */
export function maxEdits(typed: string, kind: keyof typeof fewestLetters = 'names'): 0 | 1 | 2 {
  const [one, two] = fewestLetters[kind]
  if (typed.length < one || typed.length > longestWord || /\d/.test(typed)) return 0
  return typed.length < two ? 1 : 2
}

/** The last three rows of a comparison; they are kept, because a search compares thousands of words. */
let rows = [0, 1, 2].map(() => new Uint16Array(64))

/**
 * The number of wrong, missing, extra and swapped letters between two words (optimal string alignment distance), or any
 * larger number than `most`.
 */
export function editDistance(one: string, other: string, most = Number.POSITIVE_INFINITY): number {
  const width = other.length + 1
  if ((rows[0]?.length ?? 0) < width) rows = rows.map(() => new Uint16Array(width * 2))
  let [beforeLast, last, row] = rows as [Uint16Array, Uint16Array, Uint16Array]
  for (let j = 0; j < width; j += 1) last[j] = j
  for (let i = 1; i <= one.length; i += 1) {
    const letter = one.charCodeAt(i - 1)
    const before = one.charCodeAt(i - 2)
    row[0] = i
    let fewest = i
    for (let j = 1; j < width; j += 1) {
      const otherLetter = other.charCodeAt(j - 1)
      let edits = (last[j - 1] ?? 0) + (letter === otherLetter ? 0 : 1)
      edits = Math.min(edits, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
      if (i > 1 && j > 1 && before === otherLetter && letter === other.charCodeAt(j - 2))
        edits = Math.min(edits, (beforeLast[j - 2] ?? 0) + 1)
      row[j] = edits
      if (edits < fewest) fewest = edits
    }
    if (fewest > most) return fewest
    ;[beforeLast, last, row] = [last, row, beforeLast]
  }
  return last[width - 1] ?? 0
}

/** The fewest letters that can be a mistyped beginning of a word. */
export const minMistypedPrefix = 5

/** The typing errors in a word, or in its beginning, which may have only one. */
export function countEdits(typed: string, word: string): number {
  if (word.startsWith(typed)) return 0
  const whole = editDistance(typed, word)
  if (typed.length < minMistypedPrefix || word.length <= typed.length) return whole
  const begun = [-1, 0, 1].map((more) => editDistance(typed, word.slice(0, typed.length + more)))
  return Math.min(...begun) === 1 ? 1 : whole
}

/** The letters of a word as bits, to skip most comparisons of words. */
export const letterBits = (word: string): number =>
  [...word].reduce((bits, letter) => bits | (1 << (letter.charCodeAt(0) % 32)), 0)

/** The number of bits that are set. */
export function countBits(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1
  return count
}
