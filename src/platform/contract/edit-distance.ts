const longestWord = 60

/**
 * The number of edits allowed in a typed word: none if it has a digit, fewer than three letters or more than
 * sixty; one if it has three or four letters; otherwise two.
 */
export function maxEdits(typed: string): 0 | 1 | 2 {
  if (typed.length < 3 || typed.length > longestWord || /\d/.test(typed)) return 0
  return typed.length < 5 ? 1 : 2
}

/**
 * The number of wrong, missing, extra and swapped letters between two words (optimal string alignment distance).
 */
export function editDistance(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const wrong = (last[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      const missing = Math.min(last[j] ?? 0, row[j - 1] ?? 0) + 1
      const areSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const swapped = i > 1 && j > 1 && areSwapped ? (beforeLast[j - 2] ?? 0) + 1 : wrong
      row.push(Math.min(wrong, missing, swapped))
    }
    beforeLast = last
    last = row
  }
  return last[other.length] ?? 0
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
