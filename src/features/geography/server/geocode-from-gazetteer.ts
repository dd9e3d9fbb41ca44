import type { Database } from '#platform/db/database.ts'
import type { Point } from '../contract.ts'
import { type CityReading, findCity } from './find-city.ts'
import { findZip, type ZipReading } from './find-zip.ts'
import {
  findMeanings,
  listPhrases,
  type Meaning,
  type Meanings,
  matchRegions,
  parseZip,
  type Region,
  tokenizeAddress,
  type Word,
} from './match-regions.ts'

/** Finds the center of an address's ZIP or city in our own tables; returns undefined if none matches. */
export async function geocodeFromGazetteer(db: Database, address: string): Promise<Point | undefined> {
  const { words, phrases, zips } = listLookups(address)
  if (words.length === 0) return undefined
  const place = resolvePlace(words, await findMeanings(db, phrases, zips))
  if (!place) return undefined
  const { latitude, longitude, label, kind } = place
  return { latitude, longitude, label, precision: kind === 'zip' ? 'zip' : 'city' }
}

/** The words of an address, and the phrases and ZIPs to look up before it can be parsed. */
export function listLookups(address: string) {
  const words = tokenizeAddress(address)
  const zips = words.flatMap(({ text }) => parseZip(text) ?? [])
  return {
    words,
    phrases: [...new Set(listPhrases(words).map(({ text }) => text))],
    zips: [...new Set(zips)],
  }
}

/** Resolves an address to a place; undefined if none matches. A ZIP takes precedence over a city. */
export function resolvePlace(words: Word[], meanings: Meaning[]): Meaning | undefined {
  const known = indexMeanings(meanings)
  const readings = matchRegions(words, known).flatMap((region) => {
    const city = findCity(words, known, region)
    const zip = findZip(words, known, region, city)
    if (zip) return { place: zip.zip, score: scoreReading(region, zip.fit) }
    const [largest] = city?.cities.toSorted(byPopulation) ?? []
    return largest && city ? { place: largest, score: scoreReading(region, city.fit) } : []
  })
  readings.sort((a, b) => b.score - a.score || byPopulation(a.place, b.place))
  return readings[0]?.place
}

function indexMeanings(meanings: Meaning[]): Meanings {
  const found = Map.groupBy(meanings, ({ kind, text }) => `${kind} ${text}`)
  return { of: (kind, text) => found.get(`${kind} ${text}`) ?? [] }
}

type Fit = CityReading['fit'] | ZipReading['fit']

/**
 * Scores a reading by how much of the address it explains; a confirmed ZIP outweighs everything else. On a
 * tie, a U.S. state wins: "Richmond, CA" is in California.
 */
function scoreReading({ country, state }: Region, fit: Fit): number {
  const regions = Number(Boolean(country)) + Number(Boolean(state))
  const domesticBonus = state?.countryId === 'US' ? 0.5 : 0
  return { zip: 100, whole: 3, end: 2, earlier: 1, 'bare zip': 0 }[fit] + 10 * regions + domesticBonus
}

const byPopulation = (a: Meaning, b: Meaning) => b.population - a.population
