import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { queryRows, sql } from '#platform/db/database.ts'
import { setUpRosterFixture } from '#test-support/roster-fixture.ts'
import { parseMapping } from './mapping/load-mapping.ts'

const { database, fixture } = setUpRosterFixture()

beforeAll(() => fixture.addNetwork('coastal'))

const header = 'id,name,zipcode,hours,languages,website,accepting,verified,source'
const readDetails = (id: string) =>
  queryRows(
    database.databaseContext.app,
    z.object({ details: z.unknown(), provider_json: z.string() }),
    sql`select details, provider_json from provider where network_code = 'coastal' and roster_id = ${id}`,
  )

test('details are stored with the provider but not returned by searches', async () => {
  const row =
    '1,Mercy,33131,"Mo-Fr 8-17, \\ Sa 9-12","English; Español; English",www.mercy.example.com/a b,y,6/30/2026,State board'
  await fixture.import(`${header}\n${row}\n`, { network: 'coastal' })
  const [found] = await readDetails('1')
  expect(found?.details).toEqual({
    hours: 'Mo-Fr 8-17, \\ Sa 9-12',
    languages: ['English', 'Español'],
    website: 'https://www.mercy.example.com/a%20b',
    accepting: true,
    verified: '2026-06-30',
    source: 'State board',
  })
  expect(found?.provider_json).not.toContain('State board')
})

test('importing a row again updates or removes its details', async () => {
  await fixture.import(`${header}\n2,Hope,33131,8-17,,,,,\n`, { network: 'coastal' })
  const changed = await fixture.import(`${header}\n2,Hope,33131,9-18,,,no,,\n`, { network: 'coastal' })
  expect(changed.networks).toMatchObject([{ changed: 1 }])
  expect(await readDetails('2')).toMatchObject([{ details: { hours: '9-18', accepting: false } }])
  await fixture.import(`${header}\n2,Hope,33131,,,,,,\n`, { network: 'coastal' })
  expect(await readDetails('2')).toMatchObject([{ details: null }])
})

test.each([
  ['website', 'javascript:alert(1)'],
  ['website', 'https://user:secret@example.com'],
  ['website', 'none'],
  ['accepting', 'perhaps'],
  ['verified', '2026-02-30'],
  ['verified', '2199-01-01'],
  ['languages', ';;'],
])('an invalid %s "%s" is dropped with a warning and the row is imported', async (column, value) => {
  const text = `id,name,zipcode,${column}\n3,Grace,33131,${value}\n`
  const { rejects, warnings } = await fixture.import(text, { network: 'coastal' })
  expect(rejects).toEqual([])
  const cell = value.includes(';') ? `"${value}"` : value
  expect(warnings).toEqual([`2,"${column} ""${value}"" cannot be read; left out",3,Grace,33131,${cell}`])
  expect(await readDetails('3')).toMatchObject([{ details: null }])
})

test('a mapping can read latitude and longitude from one cell', async () => {
  const point = '\\((?<latitude>-?[\\d.]+), *(?<longitude>-?[\\d.]+)\\)'
  const mapping = parseMapping(
    JSON.stringify({
      columns: {
        id: 'ID',
        name: 'Name',
        country: { constant: 'US' },
        zipcode: { column: 'Place', as: [{ split: ' ', part: 2 }] },
        latitude: { column: 'Location', as: [{ match: point, group: 'latitude' }] },
        longitude: { column: 'Location', as: [{ match: point, group: 'longitude' }] },
      },
    }),
    'point.json',
  )
  const text = 'ID;Name;Place;Location\n4;Mercy;CT 06776;"12 Main St\n(41.52, -73.41)"\n5;Hope;CT 06776;\n'
  const { placed, rejects } = await fixture.import(text, { network: 'coastal', mapping })
  expect({ placed, rejects }).toEqual({ placed: { roster: 1, zip: 1, city: 0 }, rejects: [] })
})

test('rejects only the Latin-1 line of a UTF-8 file', async () => {
  const text = Buffer.concat([
    Buffer.from('id,name,zipcode\n6,Klinik Süd,33131\n'),
    Buffer.from('7,Klinik Straße,33131\n', 'latin1'),
    Buffer.from('8,Übersee,33131\n'),
  ])
  const { rejects, networks } = await fixture.import(text, { network: 'coastal' })
  expect(networks).toMatchObject([{ added: 2 }])
  expect(rejects).toHaveLength(1)
  expect(rejects[0]).toContain('3,"name has an unreadable character')
})
