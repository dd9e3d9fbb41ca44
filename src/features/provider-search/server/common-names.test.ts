import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Database, queryRow, sql } from '#platform/db/database.ts'
import { createRandom } from '#seed/seeded-random.ts'
import { setUpRosterFixture } from '#test-support/roster-fixture.ts'
import { allTypes } from '../rules.ts'
import { findProviders } from './find-providers.ts'
import { findDefinitionByCode } from './search-definitions.ts'

const { database, fixture } = setUpRosterFixture()
let db: Database

const random = createRandom('common names')
const first = ['Mercy', 'Harbor', 'Lakeside', 'Centra', 'St. Mary', 'Center']
const second = ['Center', 'Centers', 'Centre', 'Ctr', 'Cemter', 'Central', 'Clinic']
const makeName = () =>
  random.chance(0.02)
    ? random.oneOf(['Center', 'The Center Inc', 'Centers', 'Cemter LLC'])
    : `${random.oneOf(first)} ${random.oneOf(second)}${random.chance(0.3) ? ' of Miami' : ''}`

beforeAll(async () => {
  db = database.databaseContext.app
  const rows = Array.from(
    { length: 6000 },
    (_, at) =>
      `${at},${makeName()},${random.oneOf(['Miami,FL', 'Miami,FL', 'Dallas,TX'])},US,25.77,-80.19,${random.chance(0.1)}`,
  )
  await fixture.import(`id,name,city,state,country,latitude,longitude,preferred\n${rows.join('\n')}`, {
    network: 'publicDomestic',
  })
})

const search = async (name: string, place: object) => {
  const definition = await findDefinitionByCode(db, 'publicDomestic')
  if (!definition) throw new Error('The search definition is missing.')
  const request = { providerSearchCode: 'publicDomestic', providerType: allTypes, name, ...place }
  const response = await findProviders(db, definition, request, new AbortController().signal)
  return z.array(z.object({ hash: z.string(), name: z.string() })).parse(JSON.parse(String(response)))
}

/** A search with a city and no state sorts all providers; here it has the same ones as a search with the state. */
test.each(['center', 'centers', 'cent', 'centr', 'cemter', 'mercy center', 'center of', 'center clinic'])(
  'a common name (%s) finds the same providers in the same order as sorting all of them',
  async (name) => {
    const found = await search(name, { state: 'FL' })
    expect(found.length).toBeGreaterThan(50)
    expect(found).toEqual(await search(name, { city: 'Miami' }))
  },
)

test('no session of the portal uses parallel workers', async () => {
  const row = await queryRow(
    db,
    z.object({ workers: z.string() }),
    sql`select current_setting('max_parallel_workers_per_gather') as workers`,
  )
  expect(row).toEqual({ workers: '0' })
})
