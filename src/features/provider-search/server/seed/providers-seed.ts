import type { Database } from '#platform/db/database.ts'
import { brand, person, street, taxId, telephone } from '#seed/fictional-data.ts'
import { createRandom, createWeightedPicker, type Random } from '#seed/seeded-random.ts'
import { americanPlaces, type PlaceWithPrefix, placesAbroad, placesDowntown } from './places-seed.ts'
import { type DemoDetails, demoDetails, focusFor } from './provider-details-seed.ts'
import {
  credential,
  type DemoType,
  placeName,
  typesSoughtFirst,
  wheelOfTypes,
} from './provider-types-seed.ts'

/** The probability that a provider in a country of this region belongs to each international network. */
const caribbean = { core: 0.85, global: 0.6, lds: 0.3 }
const elsewhere = { core: 0.5, global: 0.7, lds: 0.3 }

type DemoCountry = {
  id: string
  /** Number of providers across all networks. */
  providers: number
  /** The prefix of the country's phone numbers: an area code in parentheses or a country code. */
  prefix: string
  memberships: Record<string, number>
}

/** For each country: its code, its number of providers, and the prefix of its phone numbers. */
const inTheCaribbean = `
  JM 1000 (876), BS 200 (242), BB 200 (246), TT 260 (868), KY 140 (345), TC 60 (649), VG 40 (284), AG 80 (268),
  LC 80 (758), GD 60 (473), VC 60 (784), DM 60 (767), KN 60 (869), AI 30 (264), MS 10 (664), SX 60 (721),
  BM 60 (441), DO 350 (809), AW 100 +297, CW 100 +599, BQ 20 +599, HT 150 +509, GP 70 +590, MQ 70 +596,
  CU 80 +53, BZ 100 +501, GY 110 +592, SR 100 +597`

const aroundTheWorld = `
  CA 700 (416), MX 500 +52, GT 60 +502, HN 50 +504, SV 50 +503, NI 40 +505, CR 120 +506, PA 100 +507, CO 150 +57,
  EC 60 +593, PE 90 +51, BR 250 +55, CL 90 +56, AR 120 +54, GB 650 +44, IE 120 +353, FR 300 +33, ES 250 +34,
  PT 120 +351, IT 250 +39, DE 300 +49, AT 90 +43, CH 100 +41, BE 100 +32, NL 120 +31, DK 70 +45, SE 80 +46,
  NO 70 +47, FI 50 +358, PL 80 +48, CZ 60 +420, GR 90 +30, TR 120 +90, IL 100 +972, AE 150 +971, SA 90 +966,
  EG 80 +20, MA 60 +212, NG 100 +234, GH 70 +233, KE 80 +254, ZA 150 +27, IN 250 +91, CN 150 +86, HK 80 +852,
  JP 120 +81, KR 90 +82, TH 150 +66, VN 80 +84, MY 90 +60, SG 80 +65, PH 120 +63, ID 90 +62, AU 200 +61,
  NZ 80 +64`

/** The countries of the international networks, except the United States. */
const demoCountries: readonly DemoCountry[] = [
  ...listed(inTheCaribbean, caribbean),
  ...listed(aroundTheWorld, elsewhere),
]

/** The number of providers in the United States and the probability that one belongs to each network. */
const unitedStates = {
  providers: 11_500,
  memberships: {
    publicDomestic: 0.85,
    secureDomestic: 0.6,
    secureDomesticPlus: 0.35,
    domesticLocal: 0.2,
    core: 0.03,
    global: 0.06,
    lds: 0.03,
  },
}

function listed(text: string, memberships: Record<string, number>): DemoCountry[] {
  return text.split(',').map((entry) => {
    const [id = '', providers, prefix = ''] = entry.trim().split(' ')
    return { id, providers: Number(providers), prefix, memberships }
  })
}

/** A demo provider in the standard roster columns, one row for each network. */
export type DemoProvider = {
  id: string
  name: string
  tin: string
  addressOne: string
  addressTwo: string | null
  city: string
  state: string | null
  zipcode: string | null
  country: string
  phone: string
  fax: string | null
  contact: string | null
  providerType: string
  specialty: string | null
  network: string
  latitude: number
  longitude: number
  preferred: boolean
  hideVOB: boolean
  vobMessage: string | null
} & DemoDetails

type Group = {
  id: string
  providers: number
  memberships: Record<string, number>
  placeFor: (random: Random) => PlaceWithPrefix
}

/** Generates the demo providers deterministically. */
export async function demoProviders(db: Database): Promise<() => IteratorObject<DemoProvider>> {
  const typeFor = await wheelOfTypes(db)
  const made = await groups(db)
  const downtown = await placesDowntown(db, citiesWithEverything)
  const firstTypes = await typesSoughtFirst(db)
  const hospital = firstTypes.filter(({ id }) => id === acuteCareHospital)
  const hospitalPlaces = await placesDowntown(db, citiesWithLocalHospitals, localHospitals)
  return function* () {
    yield* madeUpIn(made, typeFor)
    yield* madeUpDowntown('providers downtown', 'US', downtown, firstTypes, {
      ...unitedStates.memberships,
      publicDomestic: 1,
    })
    yield* madeUpDowntown('hospitals downtown', 'US-H', hospitalPlaces, hospital, { domesticLocal: 1 })
  }
}

const citiesWithEverything = 100
/** Staff email several hospitals of the local network, which otherwise has few providers of each type. */
const citiesWithLocalHospitals = 60
const localHospitals = 6
const acuteCareHospital = '282N00000X'

function* madeUpIn(groups: readonly Group[], typeFor: (random: Random) => DemoType): Generator<DemoProvider> {
  for (const { id, providers, memberships, placeFor } of groups) {
    const random = createRandom(`providers of ${id}`)
    for (let number = 1; number <= providers; number += 1)
      yield* madeUpRows(random, `${id}-${padded(number)}`, memberships, placeFor(random), typeFor(random))
  }
}

/** One provider of each type in each place. */
function* madeUpDowntown(
  seed: string,
  prefix: string,
  places: readonly PlaceWithPrefix[],
  types: readonly DemoType[],
  memberships: Record<string, number>,
): Generator<DemoProvider> {
  const random = createRandom(seed)
  let number = unitedStates.providers
  for (const place of places)
    for (const type of types) {
      number += 1
      yield* madeUpRows(random, `${prefix}-${padded(number)}`, memberships, place, type)
    }
}

const padded = (number: number) => String(number).padStart(5, '0')

/** The rows of a provider, one for each of its networks. */
function* madeUpRows(
  random: Random,
  id: string,
  memberships: Record<string, number>,
  place: PlaceWithPrefix,
  type: DemoType,
): Generator<DemoProvider> {
  const provider = madeUp(random, place, type)
  const networks = Object.keys(memberships).filter((network) => random.chance(memberships[network] ?? 0))
  const details = demoDetails(createRandom(`details of ${id}`), type, place)
  for (const network of networks) yield { id, network, ...provider, ...details }
}

/**
 * Weights places in the United States by population, and the larger places in other countries by its square
 * root.
 */
async function groups(db: Database): Promise<Group[]> {
  const [american, abroad] = [
    await americanPlaces(db),
    await placesAbroad(
      db,
      demoCountries.map(({ id }) => id),
    ),
  ]
  return [
    { id: 'US', ...unitedStates, placeFor: createWeightedPicker(american, ({ population }) => population) },
    ...demoCountries.map(({ prefix, ...country }) => ({
      ...country,
      placeFor: createWeightedPicker(
        abroad.filter(({ countryId }) => countryId === country.id).map((place) => ({ ...place, prefix })),
        ({ population }) => Math.sqrt(population),
      ),
    })),
  ]
}

const departments = ['front desk', 'guards', 'billing office', 'patient services']
const vobMessage = 'Please call this provider to verify benefits.'

function madeUp(
  random: Random,
  place: PlaceWithPrefix,
  type: DemoType,
): Omit<DemoProvider, 'id' | 'network'> {
  const isPlace = type.type === 1
  const { first, last } = person(random)
  const hideVOB = random.chance(0.03)
  return {
    name: isPlace ? `${brand(random)} ${placeName(type)}` : `${first} ${last}${credential(type)}`,
    tin: taxId(random),
    addressOne: street(random),
    addressTwo: random.chance(0.3) ? `Suite ${random.between(1, 940)}` : null,
    city: place.city,
    state: place.stateId,
    zipcode: place.zipcode,
    country: place.countryId,
    phone: telephone(random, place.prefix),
    fax: random.chance(0.7) ? telephone(random, place.prefix) : null,
    contact: isPlace && random.chance(0.6) ? `${first} ${last}, ${random.oneOf(departments)}` : null,
    providerType: type.id,
    specialty: random.chance(0.4) ? focusFor(type, random) : null,
    ...near(random, place),
    preferred: random.chance(0.12),
    hideVOB,
    vobMessage: hideVOB ? vobMessage : null,
  }
}

/** A point within about a kilometer of a place's center. */
function near(random: Random, { latitude, longitude }: PlaceWithPrefix) {
  const aside = (degrees: number) => Number((degrees + (random.next() - 0.5) * 0.02).toFixed(5))
  return { latitude: aside(latitude), longitude: aside(longitude) }
}
