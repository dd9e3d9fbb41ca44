import { expect, test } from 'vitest'
import { z } from 'zod'
import { queryRows, sql } from '#platform/db/database.ts'
import { setUpRosterFixture } from '#test-support/roster-fixture.ts'

const { database, fixture } = setUpRosterFixture()

const row = z.object({
  by: z.string(),
  state: z.string().nullable(),
  latitude: z.number(),
  longitude: z.number(),
})

/** Imports rows of country, state, city, ZIP, latitude and longitude. */
async function placed(rows: readonly string[]) {
  const network = await fixture.addNetwork()
  const lines = rows.map((each, at) => `${at},Clinic ${at},${each}`)
  const result = await fixture.import(
    `id,name,country,state,city,zipcode,latitude,longitude\n${lines.join('\n')}\n`,
    { network },
  )
  const found = await queryRows(
    database.databaseContext.owner,
    row,
    sql`
    select located_by as by, state_id as state, latitude, longitude
      from provider where network_code = ${network} order by roster_id::integer`,
  )
  return { ...result, found }
}

const impossible: [string, string, string][] = [
  ['in another country', 'US,FL,Miami,33131,25.77,80.19', 'a minus sign seems to be wrong'],
  ['swapped', 'US,FL,Miami,33131,-80.19,25.77', 'latitude and longitude seem to be swapped'],
  ['swapped, without a ZIP', 'DE,Hessen,Frankfurt,,8.68,50.11', 'latitude and longitude seem to be swapped'],
  [
    'across the border',
    'DE,,München,,48.86,2.35',
    'the point 48.86, 2.35 is not in Germany: the nearest place there is',
  ],
  ['in the wrong hemisphere', 'US,,,,-33.87,151.21', 'is not in United States'],
]

test.each(impossible)(
  'rejects a row whose point is %s and names the likely cause',
  async (_case, values, reason) => {
    const { found, rejects } = await placed([values])
    expect(found).toEqual([])
    expect(rejects).toHaveLength(1)
    expect(rejects[0]).toContain(reason)
  },
)

test('rejects a row whose ZIP is not in its state', async () => {
  const { found, rejects } = await placed(['US,NY,Miami,33131,,', 'US,NY,Miami,33131,25.77,-80.19'])
  expect(found).toEqual([])
  expect(rejects.map((line) => line.split(',')[1])).toEqual(['"ZIP 33131 is in FL', '"ZIP 33131 is in FL'])
})

test('warns about a ZIP that extends into the row’s state from a neighboring one', async () => {
  // Fort Campbell, whose ZIP is Kentucky's, lies on both sides of the border with Tennessee.
  const { found, warnings } = await placed(['US,TN,Fort Campbell,42223,,'])
  expect(found).toMatchObject([{ by: 'zip', state: 'TN' }])
  expect(warnings[0]).toContain('ZIP 42223 is in KY, not in TN')
})

test('a provider whose point is far from its ZIP is placed at the ZIP with a warning', async () => {
  const {
    found,
    warnings,
    placed: counts,
  } = await placed(['US,FL,,33131,61.2,-149.9', 'US,FL,,33131,25.7,-80.1'])
  expect(found).toMatchObject([
    { by: 'zip', latitude: expect.closeTo(25.77, 1) },
    { by: 'roster', latitude: 25.7 },
  ])
  expect(counts).toEqual({ roster: 1, zip: 1, city: 0 })
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toMatch(
    /^2,"?the point is 6,4\d\d km from ZIP 33131; the provider is placed at the ZIP/,
  )
})

test('a point near its city takes precedence over a ZIP far from both', async () => {
  const { found, warnings } = await placed(['US,FL,Pensacola,33131,30.42,-87.22'])
  expect(found).toMatchObject([{ by: 'roster', latitude: 30.42 }])
  expect(warnings[0]).toMatch(/ZIP 33131 is 8\d\d km from the point, which is near the city/)
})

test('a US provider with an unknown ZIP and a point far from its city is placed at the city', async () => {
  const { found, warnings } = await placed(['US,AL,Monroeville,36400,41.6,-80.2'])
  expect(found).toMatchObject([{ by: 'city', latitude: expect.closeTo(31.5, 1) }])
  expect(warnings[0]).toMatch(/km from ""Monroeville""; the provider is placed at the city/)
})

test('keeps a point far from its city or state abroad and warns about it', async () => {
  const { found, warnings } = await placed([
    'DE,Bayern,München,,53.55,10.0',
    'DE,,München,,53.55,10.0',
    'DE,Bayern,Nirgendwo,,53.55,10.0',
    'DE,Bayern,München,,48.2,11.6',
  ])
  expect(found).toMatchObject([
    { by: 'roster', latitude: 53.55 },
    { by: 'roster', latitude: 53.55 },
    { by: 'roster', latitude: 53.55 },
    { by: 'roster', latitude: 48.2 },
  ])
  expect(warnings).toHaveLength(3)
  expect(warnings[1]).toMatch(/the point is 6\d\d km from ""München""/)
  expect(warnings[2]).toMatch(/km from the nearest place in ""Bavaria""/)
})

test.each([
  ['an overseas region under its country', 'FR,,Saint-Denis,,-20.88,55.45'],
  ['a remote place', 'AU,,,,-25.0,128.3'],
  ['a place just across the border from its city', 'DE,,Konstanz,,47.65,9.16'],
  ['a territory', 'PRI,PR,San Juan,00901,18.46,-66.1'],
  ['a country with no city of the same name', 'MC,,Monaco,,43.73,7.42'],
])('accepts %s without a warning', async (_case, values) => {
  expect(await placed([values])).toMatchObject({ rejects: [], warnings: [], found: [{ by: 'roster' }] })
})

test('counts rows by how they were located', async () => {
  const { placed: counts, unplaced } = await placed([
    'US,FL,Miami,33131,25.77,-80.19',
    'US,FL,Miami,33131,,',
    'DE,,München,,,',
    'DE,,Nirgendwo,,,',
  ])
  expect({ counts, unplaced }).toEqual({ counts: { roster: 1, zip: 1, city: 1 }, unplaced: 1 })
})
