import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { findContent } from '#clients/server/content-store.ts'
import { readConfig } from '#platform/config/settings.ts'
import { queryRows, type Sql, sql } from '#platform/db/database.ts'
import { seedDemoData } from '#seed/seed-demo-data.ts'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { readDirectory } from './directory/directory-store.ts'
import { providerSearchParts } from './provider-search-seed.ts'
import { demoProviders } from './seed/providers-seed.ts'

const database = setUpDatabase()
const said: string[] = []

beforeAll(async () => {
  const databaseContext = { ...database.databaseContext, print: (line: string) => said.push(line) }
  await seedDemoData(async () => providerSearchParts, databaseContext, readConfig({ DEMO_DATA: 'on' }))
})

const pairs = async (query: Sql) => {
  const rows = await queryRows(
    database.databaseContext.app,
    z.object({ name: z.string(), number: z.number() }),
    query,
  )
  return Object.fromEntries(rows.map(({ name, number }) => [name, number]))
}

test('the importer accepts every demo provider', async () => {
  const providers = [...(await demoProviders(database.databaseContext.app))()]
  const made = Object.groupBy(providers, ({ network }) => network)
  const loaded = await pairs(
    sql`select network_code as name, count(*)::int as number from provider group by 1`,
  )
  expect(loaded).toEqual(
    Object.fromEntries(Object.entries(made).map(([network, rows]) => [network, rows?.length])),
  )
  expect(said).toContain(`Loaded ${providers.length.toLocaleString('en-US')} providers.`)
})

test('every network has countries, cities and provider types', async () => {
  const { networks } = await readDirectory(database.databaseContext.app)
  const codes = networks.map(({ code }) => code).sort()
  for (const table of ['network_city', 'network_provider_type']) {
    const offered = await pairs(sql`
      select network_code as name, count(*)::int as number from ${sql.table(table)} group by 1`)
    expect(Object.keys(offered).sort()).toEqual(codes)
    expect(Math.min(...Object.values(offered))).toBeGreaterThan(200)
  }
})

test.each([
  ['Miami', 25.7743, -80.1937, 'publicDomestic'],
  ['Los Angeles', 34.0522, -118.2437, 'publicDomestic'],
  ['New York', 40.7143, -74.006, 'publicDomestic'],
  ['New York', 40.7143, -74.006, 'secureDomestic'],
  ['New York', 40.7143, -74.006, 'domesticLocal'],
  ['Kingston', 17.997, -76.7936, 'core'],
  ['Kingston', 17.997, -76.7936, 'lds'],
  ['Toronto', 43.7001, -79.4163, 'global'],
  ['London', 51.5085, -0.1257, 'core'],
])(
  'a search around %s (%d, %d) on %s returns several providers',
  async (city, latitude, longitude, network) => {
    const around = await pairs(sql`
    select 'providers' as name, count(*)::int as number
      from provider
     where network_code = ${network}
       and great_circle_km(latitude, longitude, ${latitude}, ${longitude}) <= 50 * 1.60934`)
    expect(around.providers).toBeGreaterThan(city === 'New York' ? 250 : 80)
  },
)

test('every standard search has an introduction', async () => {
  const { definitions } = await readDirectory(database.databaseContext.app)
  for (const { key } of definitions) {
    expect(await findContent(database.databaseContext.app, `search/${key}`), key).toMatch(/^<p>/)
  }
})
