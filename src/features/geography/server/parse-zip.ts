import { kilometresBetween } from '../rules.ts'
import type { Meaning } from './gazetteer-queries.ts'
import { type Meanings, type Region, startsBefore } from './match-regions.ts'
import type { CityReading } from './parse-city.ts'
import { textBetween, type Word, zipOf } from './tokenize-address.ts'

/** How far from its ZIP's centre a city's may lie, in kilometres. */
const nearby = 50
/** Words whose number is no ZIP: "Suite 20001". */
const unit = /^(suite|ste|unit|apt|apartment|room|rm|box|floor)\.?$/i

/** A ZIP, and whether the rest of the address speaks for it or merely does not speak against it. */
export type ZipReading = { zip: Meaning; fit: 'zip' | 'bare zip' }

/**
 * The ZIP among an address's numbers. Abroad five digits are no ZIP ("75001 Paris, France"); without a
 * state or country they are one unless a place is named that lies elsewhere ("10115 Berlin").
 */
export function zipBefore(
  words: Word[],
  known: Meanings,
  region: Region,
  city: CityReading | undefined,
): ZipReading | undefined {
  const atEnd = region.codes.flatMap((code) => known.of('zip', zipOf(code) ?? ''))
  const ahead = city ? known.of('zip', zipOf(words[city.from - 1]?.text) ?? '') : []
  const named = meaningsBefore(words, known, region.end)
  const zip =
    atEnd.find((each) =>
      region.country || region.state
        ? isPostedIn(each, region) && believes(known, region, each)
        : isNear(each, named('city')),
    ) ?? ahead.find((each) => isPostedIn(each, region) && isNear(each, city?.cities ?? []))
  if (zip) return { zip, fit: 'zip' }
  const [bare] = region.country || region.state || city ? [] : atEnd
  const elsewhere = isAbroad([...named('country'), ...named('state')])
  if (!bare || elsewhere || unit.test(words[region.end - 1]?.text ?? '')) return undefined
  return { zip: bare, fit: region.end === 0 ? 'zip' : 'bare zip' }
}

/** ZIPs are the United States', and by treaty those of three countries more. */
function isPostedIn(zip: Meaning, { country, state }: Region): boolean {
  const countryId = country?.countryId ?? state?.countryId
  return countryId === undefined || countryId === 'US' || countryId === zip.countryId
}

/** A ZIP outranks its state, but for a state that may be a country: "Berlin, DE 10115" is not in New York. */
function believes(known: Meanings, { state, stateText }: Region, zip: Meaning): boolean {
  return !state || zip.stateId === state.stateId || known.of('country', stateText ?? '').length === 0
}

function meaningsBefore(words: Word[], known: Meanings, end: number) {
  const names = startsBefore(words, end).map((from) => textBetween(words, from, end))
  return (kind: Meaning['kind']) => names.flatMap((name) => known.of(kind, name))
}

const isNear = (zip: Meaning, cities: Meaning[]) =>
  cities.some((city) => kilometresBetween(city, zip) <= nearby)

/** Whether a name is a region's abroad; in short words like "St" and "De" nobody names one. */
const isAbroad = (regions: Meaning[]) =>
  regions.some(({ text }) => text.length > 3) && regions.every(({ countryId }) => countryId !== 'US')
