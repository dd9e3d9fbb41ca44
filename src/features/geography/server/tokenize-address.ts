/** A word of an address and the part, between commas or line ends, that it stands in. */
export type Word = { text: string; part: number }

/** Some words of one part, from the first to before the last. */
export type Phrase = { from: number; to: number; text: string }

const mostWords = 32
/** The most words that a place's name is looked for in. */
export const longestName = 8

/** The words of an address. Of a very long one the last: there the place is. */
export function wordsOf(address: string): Word[] {
  const parts = address.normalize('NFC').split(/[,;|\r\n，、]/)
  const words = parts.flatMap((text, part) =>
    text
      .split(/[\s\p{Cc}]+/u)
      .filter((word) => /[\p{L}\p{N}]/u.test(word))
      .map((word) => ({ text: word, part })),
  )
  return words.slice(-mostWords)
}

/** Everything in an address that could be the name of one place. */
export function phrasesOf(words: Word[]): Phrase[] {
  return words.flatMap((word, from) => {
    const ends = Array.from({ length: longestName }, (_, more) => from + more + 1)
    return ends
      .filter((to) => words[to - 1]?.part === word.part)
      .map((to) => ({ from, to, text: textBetween(words, from, to) }))
  })
}

/** The words between two places of an address, as written. */
export function textBetween(words: Word[], from: number, to: number): string {
  return words
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ')
}

/** Whether a word is a number or a code of some post: `20500`, `SW1A`, `5`. */
export const isCode = (word: Word | undefined): boolean => /\p{N}/u.test(word?.text ?? '')

/** The ZIP that a word looks like: `33131`, `33131-2345`, `331312345`. */
export function zipOf(word: string | undefined): string | undefined {
  return /^#?(\d{5})(?:-?\d{4})?\.?$/.exec(word ?? '')?.[1]
}
