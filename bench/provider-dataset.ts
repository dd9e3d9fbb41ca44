import type { DatabaseContext } from '#platform/db/database-context.ts'
import { importDirectory } from '#provider-search/server/directory/directory-import.ts'
import { createRoster, type RowValues } from '#provider-search/server/provider-search-seed.ts'
import { importRoster } from '#provider-search/server/roster/import-roster.ts'
import { type DemoPlace, zipsWithPeople } from '#provider-search/server/seed/places-seed.ts'
import {
  credential,
  type DemoType,
  placeName,
  wheelOfTypes,
} from '#provider-search/server/seed/provider-types-seed.ts'
import { person, street, taxId, telephone } from '#seed/fictional-data.ts'
import { createRandom, createWeightedPicker, type Random } from '#seed/seeded-random.ts'

export const definitionCode = 'bench'
export type DatasetSource = {
  network: (random: Random) => string
  place: (random: Random) => DemoPlace
  type: (random: Random) => DemoType
}

/**
 * Random sources for providers and searches: places weighted by population, types and networks by frequency.
 */
export async function readDatasetSource({ owner }: DatabaseContext): Promise<DatasetSource> {
  const zips = await zipsWithPeople(owner)
  return {
    network: createWeightedPicker(Object.keys(shares), (network) => shares[network] ?? 0),
    place: createWeightedPicker(zips, ({ population }) => population),
    type: await wheelOfTypes(owner),
  }
}

/** Fills a portal with generated providers through its own import. */
export async function fillWithProviders(
  databaseContext: DatabaseContext,
  dataset: DatasetSource,
  rows: number,
) {
  await importDirectory(databaseContext.owner, directory, { file: 'benchmark', actor: 'benchmark' })
  const source = createRoster('benchmark', () => generateRows(rows, dataset))
  const { rejected } = await importRoster(databaseContext, { source, actor: 'benchmark' })
  if (rejected > 0) throw new Error(`${rejected} of the benchmark's rows were rejected.`)
}

const shares: Record<string, number> = { benchLarge: 0.5, benchMiddle: 0.3, benchSmall: 0.2 }

const directory = JSON.stringify({
  networks: Object.keys(shares).map((code) => ({ code, label: `${code} Network`, family: 'domestic' })),
  definitions: [
    {
      key: 'bench',
      code: definitionCode,
      title: 'Benchmark',
      access: 'public',
      unit: 'mi',
      networks: Object.keys(shares),
    },
  ],
})

export function* generateRows(rows: number, source: DatasetSource): Generator<RowValues> {
  const random = createRandom('a million providers')
  for (let number = 1; number <= rows; number += 1) {
    const { city, stateId, zipcode, latitude, longitude } = source.place(random)
    const type = source.type(random)
    yield {
      id: `B${number}`,
      network: source.network(random),
      name: type.type === 1 ? facilityName(random, city, type) : `${personName(random)}${credential(type)}`,
      tin: taxId(random),
      addressOne: street(random),
      city,
      state: stateId,
      zipcode,
      country: 'US',
      phone: telephone(random, '(800)'),
      providerType: type.id,
      latitude: jitter(random, latitude),
      longitude: jitter(random, longitude),
      preferred: random.chance(0.1),
    }
  }
}

const facilityName = (random: Random, city: string, type: DemoType) =>
  `${surname(random)} ${placeName(type)}${random.chance(0.4) ? ` of ${city}` : ''}`
const personName = (random: Random) => `${person(random).first} ${surname(random)}`

const syllables =
  'al an ar bar bel ber bo bran cal car chen con cor dal dan del den do dor el en fal far fin gar gon gra han har hol is jan jo kal kar ken kir lan lar len lin lo ma mar men mi mon nel nor o pal par pe quin ra ren ri ros sal san sel shi son ta tan ter to ul val van ver vi wal wen wil yu zan zim'.split(
    ' ',
  )

/** One of about 100,000 fictional surnames; common ones are far more frequent than rare ones. */
function surname(random: Random): string {
  const syllable = () => syllables[Math.floor(random.next() ** 1.5 * syllables.length)] ?? ''
  const name = Array.from({ length: random.between(2, 3) }, syllable).join('')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** A position within a few kilometers of the center of a ZIP code. */
const jitter = (random: Random, degrees: number) =>
  Number((degrees + (random.next() + random.next() + random.next() - 1.5) * 0.05).toFixed(6))
