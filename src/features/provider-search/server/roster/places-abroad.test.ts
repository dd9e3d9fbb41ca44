import { expect, test } from 'vitest'
import { z } from 'zod'
import { queryRows, sql } from '#platform/db/database.ts'
import { setUpRosterFixture } from '#test-support/roster-fixture.ts'

const { database, fixture } = setUpRosterFixture()

const row = z.object({ id: z.string(), state: z.string().nullable(), by: z.string() })

/** Imports rows of country, state, city, ZIP and point; returns the state and the kind of point for each. */
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
    select roster_id as id, state_id as state, located_by as by
      from provider where network_code = ${network} order by roster_id::integer`,
  )
  return { ...result, found }
}

const states: Record<string, readonly (readonly [name: string, id: string, city: string])[]> = {
  AT: [
    ['Tirol', 'AT-07', 'Innsbruck'],
    ['wien', 'AT-09', 'Wien'],
    ['AT-7', 'AT-07', 'Innsbruck'],
  ],
  BE: [
    ['Vlaanderen', 'BE-VLG', 'Gent'],
    ['Hainaut', 'BE-WAL', 'Mons'],
    ['Bruxelles', 'BE-BRU', 'Bruxelles'],
  ],
  CA: [
    ['Ontario', 'CA-08', 'Toronto'],
    ['CA-ON', 'CA-08', 'Toronto'],
    ['Québec', 'CA-10', 'Montréal'],
  ],
  DE: [
    ['Hessen', 'DE-05', 'Frankfurt am Main'],
    ['BAYERN', 'DE-02', 'München'],
    ['Nordrhein Westfalen', 'DE-07', 'Köln'],
    ['DE-BY', 'DE-02', 'München'],
    ['BY', 'DE-02', 'München'],
  ],
  DK: [['Midtjylland', 'DK-18', 'Aarhus']],
  ES: [
    ['Cataluña', 'ES-56', 'Barcelona'],
    ['Sevilla', 'ES-51', 'Sevilla'],
    ['Comunidad de Madrid', 'ES-29', 'Madrid'],
  ],
  FR: [
    ['Bretagne', 'FR-53', 'Rennes'],
    ['Alsace', 'FR-44', 'Strasbourg'],
    ['FR-IDF', 'FR-11', 'Paris'],
  ],
  GB: [
    ['Kent', 'GB-ENG', 'Canterbury'],
    ['Greater London', 'GB-ENG', 'London'],
    ['Lanarkshire', 'GB-SCT', 'Glasgow'],
  ],
  IE: [
    ['Dublin', 'IE-L', 'Dublin'],
    ['Co. Cork', 'IE-M', 'Cork'],
    ['County Galway', 'IE-C', 'Galway'],
  ],
  IT: [
    ['Toscana', 'IT-16', 'Firenze'],
    ['Lombardia', 'IT-09', 'Milano'],
  ],
  NL: [
    ['Noord-Holland', 'NL-07', 'Amsterdam'],
    ['Gelderland', 'NL-03', 'Arnhem'],
  ],
  PL: [
    ['Łódzkie', 'PL-74', 'Łódź'],
    ['LODZKIE', 'PL-74', 'Łódź'],
    ['Mazowieckie', 'PL-78', 'Warszawa'],
  ],
  PT: [
    ['Lisboa', 'PT-14', 'Lisboa'],
    ['Porto', 'PT-17', 'Porto'],
  ],
}

test('recognizes native names, counties and ISO codes as states of thirteen countries', async () => {
  const named = Object.entries(states).flatMap(([country, all]) =>
    all.map((each) => [country, ...each] as const),
  )
  const { found, rejects, warnings } = await placed(
    named.map(([country, name, , city]) => `${country},${name},${city},,,`),
  )
  expect({ rejects, warnings }).toEqual({ rejects: [], warnings: [] })
  expect(found.map(({ state }, at) => [named[at]?.[1], state])).toEqual(
    named.map(([, name, id]) => [name, id]),
  )
})

test.each([
  ['PRI', 'PR', 'San Juan', '00901'],
  ['GUM', 'GU', 'Hagatna', '96910'],
  ['VIR', 'VI', 'Charlotte Amalie', '00802'],
  ['ASM', 'AS', 'Pago Pago', '96799'],
  ['MNP', 'MP', 'Saipan', '96950'],
  ['Puerto Rico', 'PR', 'San Juan', '00901'],
])('the country %s becomes the US state %s', async (country, state, city, zip) => {
  const { found } = await placed([`${country},${state},${city},${zip},,`, `${country},,${city},,,`])
  expect(found.map((each) => each.state)).toEqual([state, state])
})

test('imports a row with an unknown state at its point, ZIP or city and adds a warning', async () => {
  const { found, rejects, warnings } = await placed([
    'DE,Hessonia,Nowhere,,50.11,8.68',
    'DE,Hessonia,Frankfurt am Main,,,',
    'FR,Nord-Ouest,Rennes,,48.11,-1.68',
    'US,Floriduh,Miami,33131,,',
    'US,Floriduh,Miami,,25.77,-80.19',
    'US,Floriduh,Key Biscayne,,,',
    'DE,Hessonia,Nowhere,,,',
    'US,Floriduh,Springfield,,,',
  ])
  expect(found.map(({ state, by }) => [state, by])).toEqual([
    ['DE-05', 'roster'],
    ['DE-05', 'city'],
    ['FR-53', 'roster'],
    ['FL', 'zip'],
    ['FL', 'roster'],
    ['FL', 'city'],
  ])
  expect(warnings[0]).toBe(
    '2,"there is no state ""Hessonia"" in DE; the place is in Hesse",0,Clinic 0,DE,Hessonia,Nowhere,,50.11,8.68',
  )
  expect(warnings).toHaveLength(6)
  expect(rejects.map((line) => line.split(',').slice(0, 2))).toEqual([
    ['8', '"there is no state ""Hessonia"" in DE"'],
    ['9', '"there is no state ""Floriduh"" in US"'],
  ])
})

test('omits an unknown state when the places around the point are in different states', async () => {
  // This point is between Mainz (Rhineland-Palatinate) and Wiesbaden (Hesse).
  const { found, warnings } = await placed(['DE,Hessonia,Nowhere,,50.03,8.26'])
  expect(found).toMatchObject([{ state: null, by: 'roster' }])
  expect(warnings[0]).toContain('imported without one')
})

test('rejects a row with an ambiguous city unless a state, ZIP or point settles which one is meant', async () => {
  const { found, rejects } = await placed([
    'US,,Springfield,,,',
    'US,,Portland,,,',
    'DE,,Frankfurt,,,',
    'DE,Hessonia,Frankfurt,,,',
    'US,,Key Biscayne,,,',
    'DE,,Kassel,,,',
    'JM,,Kingston,,,',
    'US,,Springfield,62701,,',
    'DE,Hessen,Frankfurt,,,',
    'DE,,Frankfurt,,50.11,8.68',
  ])
  expect(found.map(({ id }) => id)).toEqual(['4', '5', '6', '7', '8', '9'])
  const several = (country: string, city: string) =>
    `"${country} has several places named ""${city}""; add the state"`
  expect(rejects.map((line) => line.split(',')[1])).toEqual([
    several('United States', 'Springfield'),
    several('United States', 'Portland'),
    several('Germany', 'Frankfurt'),
    '"there is no state ""Hessonia"" in DE"',
  ])
})

test('a city determines an unknown state when places around the point are in several states', async () => {
  const { found, warnings } = await placed([
    'DE,Atlantis,Kassel,,51.31,9.49',
    'DE,Atlantis,Kassel,,50.03,8.26',
    'DE,Atlantis,München,,50.03,8.26',
  ])
  expect(found.map(({ state }) => state)).toEqual(['DE-05', 'DE-05', null])
  expect(warnings[0]).toContain('the place is in Hesse')
})
