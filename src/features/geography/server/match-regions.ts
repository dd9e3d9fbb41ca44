import { z } from 'zod'
import { type Database, queryRows, sql } from '#platform/db/database.ts'

/** The gazetteer entries for the words of one address. */
export type Meanings = { of(kind: Meaning['kind'], text: string): Meaning[] }

/** A reading of the end of an address: country, state and codes, and where the text before them ends. */
export type Region = { end: number; country?: Meaning; state?: Meaning; stateText?: string; codes: string[] }

const maxCodes = 3

/** All readings of the end of an address, from no region to country, state and codes in any order. */
export function matchRegions(words: Word[], known: Meanings, region?: Region): Region[] {
  const { end, ...read } = region ?? { end: words.length, codes: [] }
  const further = (more: Partial<Region>) => matchRegions(words, known, { ...read, end, ...more })
  const readings: Region[] = [{ ...read, end }]
  if (isCode(words[end - 1]) && read.codes.length < maxCodes) {
    readings.push(...further({ end: end - 1, codes: [...read.codes, words[end - 1]?.text ?? ''] }))
  }
  for (const from of startsBefore(words, end)) {
    const text = textBetween(words, from, end)
    if (!read.state && !read.country) {
      for (const country of known.of('country', text)) readings.push(...further({ end: from, country }))
    }
    if (!read.state) {
      const states = known.of('state', text).filter((state) => isIn(state, read))
      for (const state of states) readings.push(...further({ end: from, state, stateText: text }))
    }
  }
  return readings
}

/** The positions at which a name that ends here can start within its part, longest name first. */
export function startsBefore(words: Word[], end: number): number[] {
  const first = words.findIndex(({ part }) => part === words[end - 1]?.part)
  const from = Math.max(first, end - maxNameWords)
  return Array.from({ length: Math.max(end - from, 0) }, (_, index) => from + index)
}

/** Whether a place is in the region. */
export function isIn(place: Meaning, { country, state }: Pick<Region, 'country' | 'state'>): boolean {
  return (!country || place.countryId === country.countryId) && (!state || place.stateId === state.stateId)
}

/** A possible meaning of a phrase. If several cities in a state share a name, only the largest is listed. */
const meaning = z.object({
  kind: z.enum(['country', 'state', 'city', 'zip']),
  text: z.string(),
  countryId: z.string(),
  stateId: z.string().nullable(),
  name: z.string(),
  population: z.number(),
  latitude: z.number(),
  longitude: z.number(),
  label: z.string(),
})
export type Meaning = z.infer<typeof meaning>

/** Looks up all phrases and ZIPs in one query. */
export function findMeanings(db: Database, phrases: string[], zips: string[]): Promise<Meaning[]> {
  return queryRows(
    db,
    meaning,
    sql`select kind, phrase as text, country_id as "countryId", state_id as "stateId", name,
               population, latitude, longitude, label
          from place_meanings(${phrases}, ${zips})`,
  )
}

/** A word of an address and the index of its part; commas, line ends and the like separate parts. */
export type Word = { text: string; part: number }

/** A range of words within one part; the end is exclusive. */
type Phrase = { from: number; to: number; text: string }

const maxWords = 32
/** The maximum number of words in a place name. */
const maxNameWords = 8

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
