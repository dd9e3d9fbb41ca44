import type { Meaning } from './gazetteer-queries.ts'
import { type Meanings, type Region, regionsOf } from './match-regions.ts'
import { type CityReading, cityBefore } from './parse-city.ts'
import { type ZipReading, zipBefore } from './parse-zip.ts'
import { phrasesOf, type Word, wordsOf, zipOf } from './tokenize-address.ts'

/** The lookups that address parsing needs. */
export function questionsOf(address: string) {
  const words = wordsOf(address)
  const zips = words.flatMap(({ text }) => zipOf(text) ?? [])
  return { words, phrases: [...new Set(phrasesOf(words).map(({ text }) => text))], zips: [...new Set(zips)] }
}

/** Resolves an address to a place, or undefined. A ZIP takes precedence over a city. */
export function placeMeant(words: Word[], meanings: Meaning[]): Meaning | undefined {
  const known = indexed(meanings)
  const readings = regionsOf(words, known).flatMap((region) => {
    const city = cityBefore(words, known, region)
    const zip = zipBefore(words, known, region, city)
    if (zip) return { place: zip.zip, worth: worthOf(region, zip.fit) }
    const [largest] = city?.cities.toSorted(byPopulation) ?? []
    return largest && city ? { place: largest, worth: worthOf(region, city.fit) } : []
  })
  readings.sort((a, b) => b.worth - a.worth || byPopulation(a.place, b.place))
  return readings[0]?.place
}

function indexed(meanings: Meaning[]): Meanings {
  const found = Map.groupBy(meanings, ({ kind, text }) => `${kind} ${text}`)
  return { of: (kind, text) => found.get(`${kind} ${text}`) ?? [] }
}

type Fit = CityReading['fit'] | ZipReading['fit']

/**
 * Scores a reading by how much of the address it explains; a ZIP outweighs everything. On a tie, a U.S. state wins:
 * "Richmond, CA" is in California.
 */
function worthOf({ country, state }: Region, fit: Fit): number {
  const regions = Number(Boolean(country)) + Number(Boolean(state))
  const atHome = state?.countryId === 'US' ? 0.5 : 0
  return { zip: 100, whole: 3, end: 2, earlier: 1, 'bare zip': 0 }[fit] + 10 * regions + atHome
}

const byPopulation = (a: Meaning, b: Meaning) => b.population - a.population
