import type { Database } from '#platform/server/database.ts'
import { brand, person, street, taxId, telephone } from '#seed/fictional-names.ts'
import { createRandom, createWeightedPicker, type Random } from '#seed/seeded-random.ts'
import { areaCodes, demoCountries, unitedStates } from './countries-seed.ts'
import { type DemoPlace, placesAbroad, zipsWithPeople } from './places-seed.ts'
import { credential, type DemoType, placeName, wheelOfTypes } from './provider-types-seed.ts'

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
}

type Place = DemoPlace & { prefix: string }
type Group = {
  id: string
  providers: number
  memberships: Record<string, number>
  placeFor: (random: Random) => Place
}

/** Generates the demo providers deterministically. */
export async function demoProviders(db: Database): Promise<() => IteratorObject<DemoProvider>> {
  const typeFor = await wheelOfTypes(db)
  const made = await groups(db)
  return () => madeUpIn(made, typeFor)
}

function* madeUpIn(groups: readonly Group[], typeFor: (random: Random) => DemoType): Generator<DemoProvider> {
  for (const { id, providers, memberships, placeFor } of groups) {
    const random = createRandom(`providers of ${id}`)
    for (let number = 1; number <= providers; number += 1) {
      const provider = madeUp(random, placeFor(random), typeFor(random))
      const networks = Object.keys(memberships).filter((network) => random.chance(memberships[network] ?? 0))
      const rosterId = `${id}-${String(number).padStart(5, '0')}`
      for (const network of networks) yield { id: rosterId, network, ...provider }
    }
  }
}

/**
 * Weights places in the United States by population, and the larger places in other countries by its square
 * root.
 */
async function groups(db: Database): Promise<Group[]> {
  const [zips, abroad] = [await zipsWithPeople(db), await placesAbroad(db)]
  const american = zips.map((zip) => ({ ...zip, prefix: `(${areaCodes[zip.stateId ?? ''] ?? '800'})` }))
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

const focuses = [
  'Adults',
  'Children',
  'Preventive care',
  'Second opinions',
  'Travel medicine',
  'Chronic conditions',
]
const services = [
  'Open all night',
  'Emergency room',
  'Maternity ward',
  'Same-day visits',
  'Wheelchair access',
]
const desks = ['front desk', 'guards', 'billing office', 'patient services']
const vobMessage = 'Please call this provider to verify benefits.'

function madeUp(random: Random, place: Place, type: DemoType): Omit<DemoProvider, 'id' | 'network'> {
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
    contact: isPlace && random.chance(0.6) ? `${first} ${last}, ${random.oneOf(desks)}` : null,
    providerType: type.id,
    specialty: random.chance(0.4) ? random.oneOf(isPlace ? services : focuses) : null,
    ...near(random, place),
    preferred: random.chance(0.12),
    hideVOB,
    vobMessage: hideVOB ? vobMessage : null,
  }
}

/** A point within about a kilometer of a place's center. */
function near(random: Random, { latitude, longitude }: Place) {
  const aside = (degrees: number) => Number((degrees + (random.next() - 0.5) * 0.02).toFixed(5))
  return { latitude: aside(latitude), longitude: aside(longitude) }
}
