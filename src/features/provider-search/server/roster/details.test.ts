import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { queryRows, sql } from '#platform/db/database.ts'
import { setUpRosterFixture } from '#test-support/roster-fixture.ts'
import { parseMapping } from './mapping/load-mapping.ts'
import { parseOpeningHours } from './parse-opening-hours.ts'

const { database, fixture } = setUpRosterFixture()

beforeAll(() => fixture.addNetwork('coastal'))

const header = 'id,name,zipcode,hours,languages,website,accepting,verified,source'
const row = z.object({ details: z.unknown(), provider_json: z.string() })
async function readDetails(id: string) {
  const query = sql`select details, provider_json from provider where network_code = 'coastal' and roster_id = ${id}`
  const [found] = await queryRows(database.databaseContext.app, row, query)
  const { details } = z.looseObject({}).parse(JSON.parse(`${found?.provider_json}}`))
  return { stored: found?.details, returned: details }
}
const importOne = async (columns: string, values: string) => {
  await fixture.import(`id,name,zipcode,${columns}\n9,Mercy,33131,${values}\n`, { network: 'coastal' })
  return (await readDetails('9')).returned
}
const weekdays = (opens: string, closes: string) => [1, 2, 3, 4, 5].map((day) => ({ day, opens, closes }))

test('searches return what is known of hours, languages and services; the website and the source are only stored', async () => {
  const values =
    '1,Mercy,33131,"Mo-Fr 08:00-17:00","English; Español; fre; en",www.mercy.example.com/a b,y,6/30/2026,"\\ State board"'
  await fixture.import(`${header}\n${values}\n`, { network: 'coastal' })
  expect(await readDetails('1')).toEqual({
    stored: {
      website: 'https://www.mercy.example.com/a%20b',
      verified: '2026-06-30',
      source: '\\ State board',
    },
    returned: {
      acceptsNewPatients: true,
      languages: ['en', 'es', 'fr'],
      hours: weekdays('08:00', '17:00'),
      timeZone: 'America/New_York',
    },
  })
  expect(await importOne('emergency,telehealth,wheelchairAccess,stars', 'yes,no,x,4.5')).toEqual({
    emergency: true,
    telehealth: false,
    wheelchairAccess: true,
    stars: 4,
  })
})

test('importing a row again updates or removes its details', async () => {
  await fixture.import(`${header}\n2,Hope,33131,08:00-17:00,,,,,\n`, { network: 'coastal' })
  const changed = await fixture.import(`${header}\n2,Hope,33131,24/7,,,no,,\n`, { network: 'coastal' })
  expect(changed.networks).toMatchObject([{ changed: 1 }])
  expect((await readDetails('2')).returned).toMatchObject({ acceptsNewPatients: false })
  await fixture.import(`${header}\n2,Hope,33131,,,,,,\n`, { network: 'coastal' })
  expect(await readDetails('2')).toEqual({ stored: null, returned: undefined })
})

test.each([
  ['website', 'javascript:alert(1)'],
  ['website', 'https://user:secret@example.com'],
  ['website', 'none'],
  ['accepting', 'perhaps'],
  ['verified', '2026-02-30'],
  ['verified', '2199-01-01'],
  ['languages', ';;'],
  ['languages', 'Klingon'],
  ['emergency', 'sometimes'],
  ['telehealth', '2'],
  ['wheelchairAccess', 'partly'],
  ['stars', '0'],
  ['stars', '5.5'],
  ['stars', 'four'],
])('an invalid %s "%s" is dropped with a warning and the row is imported', async (column, value) => {
  const text = `id,name,zipcode,${column}\n3,Grace,33131,${value}\n`
  const { rejects, warnings } = await fixture.import(text, { network: 'coastal' })
  expect(rejects).toEqual([])
  const cell = value.includes(';') ? `"${value}"` : value
  expect(warnings).toEqual([`2,"${column} ""${value}"" cannot be read; left out",3,Grace,33131,${cell}`])
  expect(await readDetails('3')).toEqual({ stored: null, returned: undefined })
})

test('one unknown language among known ones is dropped with a warning', async () => {
  const text = 'id,name,zipcode,languages\n4,Grace,33131,Spanish/Klingon/Haitian Creole/Mandarin/pt-BR\n'
  const { warnings } = await fixture.import(text, { network: 'coastal' })
  expect(warnings[0]).toContain('"languages ""Klingon"" cannot be read; left out"')
  expect((await readDetails('4')).returned).toEqual({ languages: ['es', 'ht', 'zh', 'pt'] })
})

test.each([
  '8-5ish',
  'by appointment',
  'Mo-Fr',
  'Mo-Fr 25:00-26:00',
  'Xx 08:00-17:00',
  'Mo-Su off',
  '08:00',
  '08:00-08:00',
  ';',
  '24/7; Su off',
])('hours "%s" are dropped with a warning that shows how to write them', async (hours) => {
  const text = `id,name,zipcode,hours\n5,Grace,33131,${hours}\n`
  const { rejects, warnings } = await fixture.import(text, { network: 'coastal' })
  expect(rejects).toEqual([])
  expect(warnings[0]).toContain(
    `hours ""${hours}"" cannot be read; left out. Write hours like ""Mo-Fr 08:00-18:00; Sa 09:00-13:00"" or ""24/7""`,
  )
  expect((await readDetails('5')).returned).toBeUndefined()
})

test.each([
  [
    'Mo 08:00-12:00,13:00-17:00',
    [
      { day: 1, opens: '08:00', closes: '12:00' },
      { day: 1, opens: '13:00', closes: '17:00' },
    ],
  ],
  [
    'mo,we 8:00-9:30',
    [
      { day: 1, opens: '08:00', closes: '09:30' },
      { day: 3, opens: '08:00', closes: '09:30' },
    ],
  ],
  [
    'Sa-Mo 09:00-10:00; Su off; PH off',
    [
      { day: 1, opens: '09:00', closes: '10:00' },
      { day: 6, opens: '09:00', closes: '10:00' },
    ],
  ],
  [
    'Su 22:00-06:00',
    [
      { day: 1, opens: '00:00', closes: '06:00' },
      { day: 7, opens: '22:00', closes: '24:00' },
    ],
  ],
  ['Mo 09:00-12:00,11:00 – 15:00;', [{ day: 1, opens: '09:00', closes: '15:00' }]],
  ['24/7', [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens: '00:00', closes: '24:00' }))],
])('reads the hours "%s"', (text, hours) => {
  expect(parseOpeningHours(text)).toEqual(hours)
})

test.each([
  ['96813', 'Pacific/Honolulu'],
  ['85004', 'America/Phoenix'],
  ['00901', 'America/Puerto_Rico'],
])('the time zone of the hours is that of the place (ZIP %s)', async (zip, timeZone) => {
  await fixture.import(`id,name,zipcode,hours\n20,Grace,${zip},24/7\n`, { network: 'coastal' })
  expect((await readDetails('20')).returned).toMatchObject({ timeZone })
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
