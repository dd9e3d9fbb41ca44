import { kilometersBetween } from '../rules.ts'
import type { CityReading } from './find-city.ts'
import {
  type Meaning,
  type Meanings,
  parseZip,
  type Region,
  startsBefore,
  textBetween,
  type Word,
} from './match-regions.ts'

/** The maximum distance between a ZIP center and its city, in kilometers. */
const maxDistanceKm = 50
/** Words after which a number is not a ZIP: "Suite 20001". */
const unit = /^(suite|ste|unit|apt|apartment|room|rm|box|floor)\.?$/i

/** A ZIP, and whether the rest of the address confirms it or merely does not contradict it. */
export type ZipReading = { zip: Meaning; fit: 'zip' | 'bare zip' }

/**
 * Finds the ZIP among the numbers in an address. Five digits in an address abroad are not a ZIP ("75001
 * Paris, France"). Without a state or country they are, unless the address names a place elsewhere ("10115
 * Berlin").
 */
export function findZip(
  words: Word[],
  known: Meanings,
  region: Region,
  city: CityReading | undefined,
): ZipReading | undefined {
  const atEnd = region.codes.flatMap((code) => known.of('zip', parseZip(code) ?? ''))
  const ahead = city ? known.of('zip', parseZip(words[city.from - 1]?.text) ?? '') : []
  const named = findMeaningsBefore(words, known, region.end)
  const zip =
    atEnd.find((each) =>
      region.country || region.state
        ? isValidIn(each, region) && isPlausible(known, region, each)
        : isNear(each, named('city')),
    ) ?? ahead.find((each) => isValidIn(each, region) && isNear(each, city?.cities ?? []))
  if (zip) return { zip, fit: 'zip' }
  const [bare] = region.country || region.state || city ? [] : atEnd
  const elsewhere = isAbroad([...named('country'), ...named('state')])
  if (!bare || elsewhere || unit.test(words[region.end - 1]?.text ?? '')) return undefined
  return { zip: bare, fit: region.end === 0 ? 'zip' : 'bare zip' }
}

/**
 * Whether the ZIP can be in the named country, if there is one. ZIPs are used in the United States and, by
 * treaty, in three other countries.
 */
function isValidIn(zip: Meaning, { country, state }: Region): boolean {
  const countryId = country?.countryId ?? state?.countryId
  return countryId === undefined || countryId === 'US' || countryId === zip.countryId
}

/**
 * Whether the ZIP is plausible with the named state. It takes precedence over a different state unless the
 * state's name can also mean a country: "Berlin, DE 10115" is not in New York.
 */
function isPlausible(known: Meanings, { state, stateText }: Region, zip: Meaning): boolean {
  return !state || zip.stateId === state.stateId || known.of('country', stateText ?? '').length === 0
}

function findMeaningsBefore(words: Word[], known: Meanings, end: number) {
  const names = startsBefore(words, end).map((from) => textBetween(words, from, end))
  return (kind: Meaning['kind']) => names.flatMap((name) => known.of(kind, name))
}

const isNear = (zip: Meaning, cities: Meaning[]) =>
  cities.some((city) => kilometersBetween(city, zip) <= maxDistanceKm)

/** Whether these regions are all abroad; short names such as "St" and "De" alone do not count. */
const isAbroad = (regions: Meaning[]) =>
  regions.some(({ text }) => text.length > 3) && regions.every(({ countryId }) => countryId !== 'US')
