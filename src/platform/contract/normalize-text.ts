const controlCharacters = /[^\P{Cc}\n\t]/gu
/** Embeddings and overrides of the direction, which reverse what follows them. Marks and isolates stay. */
const directionOverrides = /[\u202a-\u202e]/g
/** The blank of Braille patterns counts as a symbol, but shows nothing. */
const invisible = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu
const blanks = /[\p{Z}\s\u2800]+/gu

/**
 * Normalizes a text of several lines: trims it, removes control characters and overrides of the direction, and replaces
 * unpaired surrogates. Returns an empty string if nothing visible remains.
 */
export function normalizeText(text: string): string {
  const normalized = text
    .toWellFormed()
    .replaceAll(controlCharacters, '')
    .replaceAll(directionOverrides, '')
    .trim()
  return normalized.replaceAll(invisible, '') === '' ? '' : normalized
}

/** The visible part of a text: without invisible characters, and with each run of blanks as one space. */
export const visibleText = (text: string): string =>
  normalizeText(text)
    .replaceAll(/(?!\s)[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(blanks, ' ')

/** The number of characters (code points) that somebody sees, each run of blanks as one. */
export const visibleLength = (text: string): number => Array.from(visibleText(text)).length

/**
 * Normalizes line ends, because browsers post different line ends from those that their text fields report.
 */
export const withLineFeeds = (text: string): string => text.replaceAll(/\r\n?/g, '\n')

/**
 * Normalizes text for documents: composes characters, unifies line ends, replaces tabs with spaces, and trims
 * the text.
 */
export const normalizePdfText = (text: string): string =>
  withLineFeeds(text)
    .normalize('NFC')
    .replaceAll('\t', ' ')
    .replaceAll(/^[\s]+|[\s]+$/g, '')

/**
 * Matches a character that documents can show: Latin, Greek and Cyrillic letters, digits, punctuation and
 * common symbols.
 */
const printable =
  /^[\n\u0020-\u007e\u00a0-\u00ac\u00ae-\u0377\u037a-\u037f\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03e1\u03f0-\u052f\u1e00-\u1eff\u2010-\u2015\u2018-\u2027\u2030-\u205e\u20a0-\u20c0\u2116\u2122\u2212]$/u

/** Matches so many combining marks on one letter that they run into the lines above and below. */
const pile = /\p{M}{3,}/u

/** The replacement for a character that a document cannot show. No keyboard types it. */
export const replacementCharacter = '\ufffd'

/** The text as documents can show it: normalized, with unprintable characters replaced. */
export function sanitizePdfText(text: string): string {
  let shown = normalizePdfText(text)
  for (const character of findUnprintable(shown)) shown = shown.replaceAll(character, replacementCharacter)
  return shown
}

/** The characters of a normalized text that a document cannot show, each once. */
export function findUnprintable(text: string): string[] {
  const characters = new Set(text.match(pile)?.[0])
  for (const character of text) if (!printable.test(character)) characters.add(character)
  return [...characters]
}

/** The maximum number of characters (code points) of a note or comment. */
export const maxNoteLength = 4000

/** The number of characters (code points) of a note or comment, as it is stored. */
export const noteLength = (text: string): number => Array.from(normalizeText(text)).length

export type NoteFaults = { missing: string; tooLong: (length: number, max: number) => string }

/** Validates the text of a note or comment. Returns an error message, or undefined if it is valid. */
export function validateNoteText(text: string, { missing, tooLong }: NoteFaults): string | undefined {
  const length = noteLength(text)
  if (length === 0) return missing
  return length > maxNoteLength ? tooLong(length, maxNoteLength) : undefined
}

/** Escapes a text for XML, in elements and in attributes. */
export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
