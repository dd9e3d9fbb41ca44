/** A word of an address and the index of its part; commas, line ends and the like separate parts. */
export type Word = { text: string; part: number }

/** A range of words within one part; the end is exclusive. */
export type Phrase = { from: number; to: number; text: string }

const maxWords = 32
/** The maximum number of words in a place name. */
export const maxNameWords = 8

/** Splits an address into words. Keeps only the end of a very long one, where the place name usually is. */
export function tokenizeAddress(address: string): Word[] {
  const parts = address.normalize('NFC').split(/[,;|\r\n，、]/)
  const words = parts.flatMap((text, part) =>
    text
      .split(/[\s\p{Cc}]+/u)
      .filter((word) => /[\p{L}\p{N}]/u.test(word))
      .map((word) => ({ text: word, part })),
  )
  return words.slice(-maxWords)
}

/** All phrases of an address that could be a place name. */
export function listPhrases(words: Word[]): Phrase[] {
  return words.flatMap((word, from) => {
    const ends = Array.from({ length: maxNameWords }, (_, more) => from + more + 1)
    return ends
      .filter((to) => words[to - 1]?.part === word.part)
      .map((to) => ({ from, to, text: textBetween(words, from, to) }))
  })
}

/** The words between two positions of an address, as written. */
export function textBetween(words: Word[], from: number, to: number): string {
  return words
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ')
}

/** Whether a word contains a digit, as numbers and many postal codes do: `20500`, `SW1A`, `5`. */
export const isCode = (word: Word | undefined): boolean => /\p{N}/u.test(word?.text ?? '')

/**
 * The five digits of a ZIP or ZIP+4 in a word (`33131`, `33131-2345`, `331312345`); undefined if it has none.
 */
export function parseZip(word: string | undefined): string | undefined {
  return /^#?(\d{5})(?:-?\d{4})?\.?$/.exec(word ?? '')?.[1]
}
