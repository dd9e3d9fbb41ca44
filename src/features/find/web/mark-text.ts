import { formatDay } from '#platform/contract/date-format.ts'
import { countEdits, maxEdits } from '#platform/contract/edit-distance.ts'
import { parseDate } from '#platform/contract/parse-date.ts'
import { plain } from '#platform/web/combo-box/option-search.ts'

/** A part of a text, and whether it matches what was typed. */
export type TextPart = { text: string; isMatch: boolean }

const wordPattern = /[\p{L}\p{M}\p{N}]+/gu

/**
 * Splits a text into matching and other parts: the beginnings of words that were typed, typed digits within a number, a
 * typed date, and words with typing errors.
 */
export function markText(text: string, typed: string): TextPart[] {
  const day = parseDate(typed)
  const date = day && formatDay(day)
  if (date && text.includes(date))
    return splitAt(text, [[text.indexOf(date), text.indexOf(date) + date.length]])
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
  return splitAt(text, marks)
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

function splitAt(text: string, marks: readonly (readonly [start: number, end: number])[]): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  for (const [start, end] of marks.toSorted(([one], [other]) => one - other)) {
    if (end <= at) continue
    const from = Math.max(start, at)
    if (from > at) parts.push({ text: text.slice(at, from), isMatch: false })
    parts.push({ text: text.slice(from, end), isMatch: true })
    at = end
  }
  if (at < text.length) parts.push({ text: text.slice(at), isMatch: false })
  return parts
}

/** Whether each typed word begins a word of the name. */
export function isNamed(name: string, text: string): boolean {
  const words = plain(name).split(/[^\p{L}\p{N}]+/u)
  const wanted = plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return wanted.length > 0 && wanted.every((each) => words.some((word) => word.startsWith(each)))
}
