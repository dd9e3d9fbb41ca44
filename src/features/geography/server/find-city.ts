import {
  isCode,
  isIn,
  type Meaning,
  type Meanings,
  type Region,
  startsBefore,
  textBetween,
  type Word,
} from './match-regions.ts'
/** The cities that a name before a region can mean, where the name starts, and how it fits its part. */
export type CityReading = { cities: Meaning[]; from: number; fit: 'whole' | 'end' | 'earlier' }

const maxParts = 3
/** A city of at least this population takes precedence over a state of the same name. */
const metropolisPopulation = 500_000
/** A city of at least this population is accepted even after words that do not look like a street. */
const wellKnownPopulation = 100_000

/** Words that start a street name: "Rue de Paris", "Via Roma". */
const streetStart: ReadonlySet<string> = new Set(
  `via viale corso piazza rue avenida calle carrera camino paseo plaza rua travessa largo praça ulica ul plac
   strada quai chemin allée de du des di da do dos del della dello la le les el al of the van von der den`.split(
    /\s+/,
  ),
)
/** Words that end a street name, so that a city can follow. */
const streetEnd: ReadonlySet<string> = new Set(
  `street str st avenue ave av road rd drive dr lane ln boulevard blvd way court ct place pl square sq terrace
   circle parkway pkwy highway hwy straße strasse north south east west n s e w nw ne sw se floor suite`.split(
    /\s+/,
  ),
)

/** Finds the cities named before a region, starting with the nearest part. */
export function findCity(words: Word[], known: Meanings, region: Region): CityReading | undefined {
  const named = Boolean(region.country || region.state)
  let end = region.end
  for (let tried = 0; tried < maxParts && end > 0; tried++) {
    const first = findPartStart(words, end)
    const found =
      matchWholePart(words, known, region, first, end) ??
      (tried === 0 && named ? matchEndOfPart(words, known, region, end) : undefined)
    if (found) return tried === 0 ? found : { ...found, fit: 'earlier' }
    if (!named || isDomesticState(known, textBetween(words, first, end))) return undefined
    end = first
  }
  return undefined
}

function findPartStart(words: Word[], end: number): number {
  return words.findIndex(({ part }) => part === words[end - 1]?.part)
}

/** Matches a part that is a city name apart from leading or trailing numbers and codes. */
function matchWholePart(
  words: Word[],
  known: Meanings,
  region: Region,
  first: number,
  last: number,
): CityReading | undefined {
  for (const [from, to] of spansWithoutCodes(words, first, last)) {
    const text = textBetween(words, from, to)
    const alone = words.every((word, index) => isCode(word) || (index >= from && index < to))
    const found = known.of('city', text).filter((city) => isIn(city, region))
    const cities = region.country || region.state ? found : filterWithoutRegion(known, found, text, alone)
    if (cities.length > 0) return { cities, from, fit: 'whole' }
  }
  return undefined
}

/**
 * The spans of a part that can be a city name: the whole part, the part without its codes, and the part
 * without a Dutch postal code, letters included ("1012 AB Amsterdam").
 */
function spansWithoutCodes(words: Word[], first: number, last: number): [from: number, to: number][] {
  let [from, to] = [first, last]
  while (to > from && isCode(words[to - 1])) to--
  while (from < to && isCode(words[from])) from++
  const spans: [number, number][] = [[first, last]]
  if (from > first || to < last) spans.push([from, to])
  if (from > first && /^[a-z]{2}$/i.test(words[from]?.text ?? '')) spans.push([from + 1, to])
  return spans
}

/**
 * The cities that a name can mean when no region follows it. If countries or states share the name, a city
 * must be in one of them or be a metropolis: "Jamaica" does not mean the one in Queens, and "Springfield,
 * Ontario" does not mean Ontario, California.
 */
function filterWithoutRegion(known: Meanings, cities: Meaning[], text: string, alone: boolean): Meaning[] {
  const states = known.of('state', text)
  const domestic = states.filter(({ countryId }) => countryId === 'US')
  const regions = [...known.of('country', text), ...(alone || domestic.length > 0 ? domestic : states)]
  if (text.length <= 2) return []
  if (regions.length === 0) return cities
  return cities.filter(
    (city) =>
      city.population >= metropolisPopulation || regions.some((region) => isIn(city, toRegion(region))),
  )
}

const toRegion = (region: Meaning) =>
  region.kind === 'country' ? { country: region } : { country: region, state: region }

/**
 * Matches a city name at the end of a part, after a street or, for a well-known city, after any other words.
 */
function matchEndOfPart(
  words: Word[],
  known: Meanings,
  region: Region,
  last: number,
): CityReading | undefined {
  let end = last
  while (end > 0 && isCode(words[end - 1])) end--
  for (const from of startsBefore(words, end)) {
    const before = words[from - 1]
    if (!before || before.part !== words[end - 1]?.part) continue
    const cities = known.of('city', textBetween(words, from, end)).filter((city) => isIn(city, region))
    if (cities.length === 0) continue
    if (streetStart.has(normalizeWord(before))) return undefined
    const accepted = isStreet(words, from)
      ? cities
      : cities.filter(({ population }) => population >= wellKnownPopulation)
    return accepted.length > 0 ? { cities: accepted, from, fit: 'end' } : undefined
  }
  return undefined
}

function isStreet(words: Word[], end: number): boolean {
  const part = words.slice(0, end).filter(({ part }) => part === words[end - 1]?.part)
  return part.some(isCode) || streetEnd.has(normalizeWord(part.at(-1)))
}

const normalizeWord = (word: Word | undefined): string => (word?.text ?? '').toLowerCase().replace(/\.$/, '')

/** Whether a part is a U.S. state; the search for a city never continues past one. */
function isDomesticState(known: Meanings, text: string): boolean {
  return known.of('state', text).some(({ countryId }) => countryId === 'US')
}
