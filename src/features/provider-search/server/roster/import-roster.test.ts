import { expect, test } from 'vitest'
import { z } from 'zod'
import { queryRows, sql } from '#platform/db/database.ts'
import { provider } from '#provider-search/contract.ts'
import { rosterHeader, setUpRosterFixture } from '#test-support/roster-fixture.ts'
import { readLookupTables } from './lookup-tables.ts'

const { database, fixture } = setUpRosterFixture()

const clinics = (count: number, name = 'Clinic') =>
  `id,name,zipcode\n${Array.from({ length: count }, (_, at) => `${at},${name} ${at},33131`).join('\n')}\n`
const lines = <Row extends z.ZodType>(row: Row, query: ReturnType<typeof sql>) =>
  queryRows(database.databaseContext.owner, row, query)
const word = z.object({ word: z.string() })

test('a strict import with a rejected row imports nothing and is recorded as rejected', async () => {
  const network = await fixture.addNetwork()
  const result = await fixture.import('id,name,zipcode\n1,Mercy,33131\n2,,33131\n', { network, strict: true })
  expect(result).toMatchObject({
    outcome: 'refused',
    refusal: 'strict',
    rejected: 1,
    rejects: ['3,name is missing,2,,33131'],
  })
  expect(await fixture.providers(network)).toEqual([])
  const [run] = await lines(
    z.object({ outcome: z.string(), rows_read: z.number(), rows_added: z.number() }),
    sql`select outcome, rows_read, rows_added from import_run order by id desc limit 1`,
  )
  expect(run).toEqual({ outcome: 'refused', rows_read: 2, rows_added: 0 })
})

test('rejects a replacement without valid rows, which would empty the network', async () => {
  const network = await fixture.addNetwork()
  await fixture.import(clinics(2), { network })
  const result = await fixture.import('id,name,zipcode\n1,,33131\n', { network, replace: true })
  expect(result).toMatchObject({ outcome: 'refused', refusal: 'empty' })
  expect(await fixture.providers(network)).toHaveLength(2)
})

test('a search returns an imported row with all its fields', async () => {
  const network = await fixture.addNetwork()
  const row =
    'H1,"St. Mary\'s ""New"" Hospital",12-3456789,1 Main St,Suite 2,Miami,FL,33131-1234,,305-555-0100,305-555-0101,Ann Lee,282N00000X,Surgery,,25.7,-80.2,yes,1,Call us'
  await fixture.import(`${rosterHeader}\n${row}\n`, { network })
  const [answer] = await fixture.providers(network)
  expect(provider.parse({ ...answer, distance: null, network })).toMatchObject({
    id: 'H1',
    name: 'St. Mary\'s "New" Hospital',
    tin: '12-3456789',
    addressDisplay: '1 Main St, Suite 2, Miami, FL 33131',
    state: 'FL',
    zipcode: '33131',
    country: 'US',
    providerType: 'Hospital, acute care',
    providerTypeId: '282N00000X',
    networkCode: network,
    latitude: 25.7,
    longitude: -80.2,
    preferred: true,
    hideVOB: true,
    vobMessage: 'Call us',
  })
})

test('rows without coordinates are located by ZIP, else by city', async () => {
  const network = await fixture.addNetwork()
  await fixture.import(
    'id,name,city,state,zipcode,country,latitude,longitude\n1,A,,,33131,,,\n2,B,Kingston,,,JM,,\n3,C,München,,,Germany,,\n4,D,Miami,Florida,,,25.5,-80.5\n5,E,San Juan,,,PR,,\n6,F,,,2132,,0,0\n',
    { network },
  )
  const placed = await lines(
    z.object({ by: z.string(), country: z.string(), state: z.string().nullable() }),
    sql`select located_by as by, country_id as country, state_id as state from provider where network_code = ${network} order by roster_id`,
  )
  expect(placed).toEqual([
    { by: 'zip', country: 'US', state: 'FL' },
    { by: 'city', country: 'JM', state: null },
    { by: 'city', country: 'DE', state: null },
    { by: 'roster', country: 'US', state: 'FL' },
    { by: 'city', country: 'US', state: 'PR' },
    { by: 'zip', country: 'US', state: 'MA' },
  ])
})

test('each row of a roster can name its network', async () => {
  const [one, other] = [await fixture.addNetwork(), await fixture.addNetwork()]
  const text = `id,name,zipcode,network\n1,Mercy,33131,${one}\n1,Mercy,33131,${other}\n2,Hope,33131,${other}\n`
  expect(await fixture.import(text)).toMatchObject({
    rejected: 0,
    networks: [
      { network: one, added: 1 },
      { network: other, added: 2 },
    ],
  })
  const [first] = await fixture.providers(one)
  const [second] = await fixture.providers(other)
  expect(first?.hash).not.toBe(second?.hash)
})

test('counts rows per network without duplicates', async () => {
  const [one, two] = [await fixture.addNetwork(), await fixture.addNetwork()]
  const rows = [`1,A,33131,${one}`, `1,A,33131,${two}`, `2,B,33131,${two}`, `1,C,33131,${two}`]
  expect(await fixture.import(`id,name,zipcode,network\n${rows.join('\n')}\n`)).toMatchObject({
    rejected: 1,
    placed: { roster: 0, zip: 3, city: 0 },
    networks: [
      { network: one, added: 1 },
      { network: two, added: 2 },
    ],
  })
})

test('importing the same file again changes nothing', async () => {
  const network = await fixture.addNetwork()
  await fixture.import(clinics(50), { network })
  for (const replace of [false, true]) {
    const again = await fixture.import(clinics(50), { network, replace })
    expect(again).toMatchObject({
      outcome: 'nothing to do',
      networks: [{ added: 0, changed: 0, removed: 0, unchanged: 50 }],
    })
  }
})

// Relatively few changes are applied as a diff, many in a new table; both must give the same result.
test.each([
  ['few', 40],
  ['many', 3],
])('an import without --replace adds and updates rows (relatively %s changes)', async (_word, others) => {
  const network = await fixture.addNetwork()
  await fixture.import(clinics(others), { network })
  const text = 'id,name,zipcode\n0,Renamed Zanzibar,33131\nnew,Newcomer,99501\n'
  const result = await fixture.import(text, { network })
  expect(result.networks).toEqual([{ network, added: 1, changed: 1, removed: 0, unchanged: others - 1 }])
  const names = (await fixture.providers(network)).map(({ name }) => name)
  expect(names).toContain('Renamed Zanzibar')
  expect(names).toHaveLength(others + 1)
})

test('adding, changing or removing only the tax ID counts as a change', async () => {
  const network = await fixture.addNetwork()
  await fixture.import(clinics(40), { network })
  for (const tin of ['12-3456789', '98-7654321', '']) {
    const { networks } = await fixture.import(`id,name,zipcode,tin\n0,Clinic 0,33131,${tin}\n`, { network })
    expect((await fixture.providers(network)).find(({ id }) => id === '0')).toMatchObject({
      tin: tin || null,
    })
    expect(networks).toMatchObject([{ added: 0, changed: 1 }])
  }
})

test.each([
  ['few', 40],
  ['many', 4],
])(
  'an import with --replace removes providers missing from the file (relatively %s changes)',
  async (_word, count) => {
    const network = await fixture.addNetwork()
    await fixture.import(`${clinics(count)}gone,Vanishing Quokka,99501\n`, { network })
    const result = await fixture.import(clinics(count), { network, replace: true, removeUpTo: { count: 1 } })
    expect(result.networks).toEqual([{ network, added: 0, changed: 0, removed: 1, unchanged: count }])
    expect(await fixture.providers(network)).toHaveLength(count)
    expect(await lines(word, sql`select word from name_word where word in ('quokka', 'clinic')`)).toEqual([
      { word: 'clinic' },
    ])
    expect(
      await lines(
        z.object({ city: z.string() }),
        sql`select city from network_city where network_code = ${network}`,
      ),
    ).toEqual([])
  },
)

test('lookups follow changes to the network’s providers', async () => {
  const network = await fixture.addNetwork()
  const header = 'id,name,city,state,country,providerType'
  const many = Array.from({ length: 30 }, (_, at) => `${at},Clinic,MIAMI,FL,US,261Q00000X`).join('\n')
  await fixture.import(`${header}\n${many}\nx,Xenia,Anchorage,AK,US,282N00000X\n`, { network })
  const offered = async () => ({
    cities: await lines(
      z.object({ city: z.string() }),
      sql`select city from network_city where network_code = ${network} order by city`,
    ),
    types: await lines(
      z.object({ type: z.string() }),
      sql`select provider_type_id as type from network_provider_type where network_code = ${network} order by 1`,
    ),
  })
  expect(await offered()).toEqual({
    cities: [{ city: 'Anchorage' }, { city: 'Miami' }],
    types: [{ type: '261Q00000X' }, { type: '282N00000X' }],
  })
  await fixture.import(`${header}\nx,Xenia,Kingston,,JM,\n`, { network })
  expect(await offered()).toEqual({
    cities: [{ city: 'Kingston' }, { city: 'Miami' }],
    types: [{ type: '261Q00000X' }],
  })
})

test('reads semicolons, decimal commas, Latin-1, CRLF and empty lines', async () => {
  const network = await fixture.addNetwork()
  const text =
    '\r\nID;Name;City;Country;Latitude;Longitude\r\n\r\n1;Clínica São José;Nürnberg;DE;49,45;11,08\r\n;;;;;\r\n'
  expect(await fixture.import(Buffer.from(text, 'latin1'), { network })).toMatchObject({
    read: 1,
    rejected: 0,
  })
  expect(await fixture.providers(network)).toMatchObject([
    { name: 'Clínica São José', addressDisplay: 'Nürnberg, Germany', latitude: 49.45 },
  ])
})

test('finds the state and the center of every ZIP, and none of another text', async () => {
  const zip = z.object({ id: z.string(), state: z.string(), latitude: z.number(), longitude: z.number() })
  const zips = await lines(
    zip,
    sql`select id, state_id as state, latitude, longitude from postal_code where state_id is not null and country_id = 'US'`,
  )
  const others = ['', ' ', '\n', '\0', '00000', '99999', '3313', '331311', '33131 FL', '33131\n']
  const { loadZips, findZip } = await readLookupTables(database.databaseContext.owner)
  expect(() => findZip('33131')).toThrow('ZIP 33131 was not loaded.')
  await loadZips([...zips.map(({ id }) => id), ...others])
  expect(zips.length).toBeGreaterThan(40_000)
  expect(zips.map(({ id }) => ({ id, ...findZip(id) }))).toEqual(zips)
  for (const text of others) expect(findZip(text)).toBeUndefined()
  await loadZips(['10001'])
  expect(findZip('33131')).toMatchObject({ state: 'FL' })
})
