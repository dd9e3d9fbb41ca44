import { formatDay } from '#platform/contract/date-format.ts'
import { countEdits, maxEdits } from '#platform/contract/edit-distance.ts'
import { parseDate } from '#platform/contract/parse-date.ts'
import { plain } from '#platform/web/combo-box/option-search.ts'
import { splitAtMatches, type TextPart } from '#platform/web/marked-text.tsx'

const wordPattern = /[\p{L}\p{M}\p{N}]+/gu

/**
 * Splits a text into matching and other parts: the beginnings of words that were typed, typed digits within a number, a
 * typed date, and words with typing errors.
 */
export function markText(text: string, typed: string): TextPart[] {
  const day = parseDate(typed)
  const date = day && formatDay(day)
  if (date && text.includes(date))
    return splitAtMatches(text, [[text.indexOf(date), text.indexOf(date) + date.length]])
  const words = [...text.matchAll(wordPattern)].map(({ 0: word, index }) => ({
    word: plain(word),
    raw: word,
    index,
  }))
  const marks = (typed.match(wordPattern) ?? []).flatMap((given) => {
    const wanted = plain(given)
    const begun = words.filter(({ word }) => word.startsWith(wanted))
    if (begun.length > 0)
      return begun.map(({ index, raw }) => [index, index + measureBeginning(raw, wanted)] as const)
    const within = /\d/.test(wanted) ? words.find(({ word }) => word.includes(wanted)) : undefined
    if (within) {
      const start = within.index + within.word.indexOf(wanted)
      return [[start, start + wanted.length] as const]
    }
    return words
      .filter(({ word }) => countEdits(wanted, word) <= maxEdits(wanted))
      .map(({ index, raw }) => [index, index + raw.length] as const)
  })
  return splitAtMatches(text, marks)
}

/**
 * The last name of the first patient if the typed name has errors, so that none of the patients has it; otherwise the
 * text itself. Patients are named "Last, First".
 */
export function correctName(text: string, patients: readonly string[]): string {
  const [first] = patients
  if (first === undefined || patients.some((name) => isNamed(name, text))) return text
  const [, last = first] = /^(.*),/.exec(first) ?? []
  return last.trim() || text
}

/** The number of characters of a word that make up these plain letters. */
function measureBeginning(word: string, wanted: string): number {
  let length = 0
  while (length < word.length && plain(word.slice(0, length)).length < wanted.length) length += 1
  return length
}

/** Whether each typed word begins a word of the name. */
export function isNamed(name: string, text: string): boolean {
  const words = plain(name).split(/[^\p{L}\p{N}]+/u)
  const wanted = plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return wanted.length > 0 && wanted.every((each) => words.some((word) => word.startsWith(each)))
}
