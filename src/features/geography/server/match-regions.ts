import type { Meaning } from './gazetteer-queries.ts'
import { isCode, maxNameWords, textBetween, type Word } from './tokenize-address.ts'

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
