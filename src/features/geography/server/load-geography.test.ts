import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { queryRows, sql } from '#platform/db/database.ts'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { listLookups, resolvePlace } from './geocode-from-gazetteer.ts'
import { loadGeography } from './load-geography.ts'
import { findMeanings } from './match-regions.ts'

const database = setUpDatabase()

const rows = <Row extends z.ZodType>(row: Row, query: ReturnType<typeof sql>) =>
  queryRows(database.databaseContext.app, row, query)
const texts = async (query: ReturnType<typeof sql>) =>
  (await rows(z.object({ text: z.string() }), query)).map(({ text }) => text)

test('skips data that is already loaded', async () => {
  const loadedAt = sql`select loaded_at::text as text from loaded_dataset where name = 'geography'`
  const before = await texts(loadedAt)
  await loadGeography(database.databaseContext)
  expect(await texts(loadedAt)).toEqual(before)
})

test('replaces loaded data when the files change', async () => {
  await sql`update loaded_dataset set hash = 'older'; delete from city`.execute(
    database.databaseContext.owner,
  )
  await loadGeography(database.databaseContext)
  expect(await rows(z.object({ count: z.number() }), sql`select count(*)::int as count from city`)).toEqual([
    { count: expect.toSatisfy((count: number) => count > 130_000) },
  ])
})

test('the application role can read but not change places', async () => {
  await expect(sql`delete from city`.execute(database.databaseContext.app)).rejects.toThrow(
    'permission denied',
  )
})

test('finds every ZIP on its own and after its city and state', async () => {
  const zip = z.object({ id: z.string(), place: z.string().nullable(), latitude: z.number() })
  const zips = await rows(
    zip,
    sql`select id, city || ', ' || state_id || ' ' || id as place, latitude from postal_code`,
  )
  const meanings = await findMeanings(
    database.databaseContext.app,
    [],
    zips.map(({ id }) => id),
  )
  const meaningOf = new Map(meanings.map((each) => [each.text, each]))
  expect(zips).toHaveLength(42_438)
  for (const { id, place, latitude } of zips) {
    const known = [meaningOf.get(id)].filter((each) => each !== undefined)
    expect(resolvePlace(listLookups(id).words, known)).toMatchObject({ kind: 'zip', text: id, latitude })
    if (place) expect(resolvePlace(listLookups(place).words, known)).toMatchObject({ text: id })
  }
})

test('every state and country has a name, and every city has a country and no state outside that country', async () => {
  expect(
    await texts(
      sql`select id as text from state where name = '' union all select id from country where name = ''`,
    ),
  ).toEqual([])
  expect(
    await texts(sql`
      select city.id as text
        from city
        left join country on country.id = country_id
        left join state on state.id = state_id
       where country.id is null or (state_id is not null and state.country_id is distinct from city.country_id)`),
  ).toEqual([])
})

test('the five inhabited territories of the United States are US states', async () => {
  const territories = ['AS', 'GU', 'MP', 'PR', 'VI']
  expect(await texts(sql`select id as text from country where id = any(${territories})`)).toEqual([])
  expect(
    await texts(
      sql`select id as text from state where id = any(${territories}) and country_id = 'US' order by id`,
    ),
  ).toEqual(territories)
})

test('every US ZIP’s city is a known city, except for military post offices', async () => {
  const missing = sql`
    select distinct state_id || ' ' || city as text
      from postal_code
     where country_id = 'US'
       and not exists (select from city_by_key c where c.key = place_key(city) and c.state_id = postal_code.state_id)`
  expect(await texts(missing)).toEqual(
    expect.toSatisfy((names: string[]) => names.every((name) => /^A[AEP] [AFD]PO$/.test(name))),
  )
})

test('every manually added city name refers to an existing city', async () => {
  const file = await readFile(new URL('../../../../data/geography/city-names.csv', import.meta.url), 'utf8')
  const names = z
    .array(z.object({ name: z.string(), country_id: z.string() }))
    .parse(parse(file, { columns: true }))
  const unknown = sql`
    select name || ', ' || country_id as text
      from json_to_recordset(${JSON.stringify(names)}) as given (name text, country_id text)
     where not exists (select from place_point(null, name, null, country_id))`
  expect(await texts(unknown)).toEqual([])
})

test.each([
  ['St. Louis', 'ST LOUIS', 'Saint-Louis', 'St.Louis'],
  ['Ft. Worth', 'Fort Worth', 'FT WORTH'],
  ['Mt Vernon', 'Mount Vernon', 'MT. VERNON'],
  ["Coeur d'Alene", 'Coeur d’Alene', 'COEUR D ALENE'],
  ['São Paulo', 'SAO PAULO', 'sao-paulo'],
  ['Sankt Gallen', 'St. Gallen'],
  ['W. Palm Beach', 'West Palm Beach', 'W PALM BCH'],
  ['Łódź', 'LODZ'],
])('all spellings of %s have the same key', async (...names) => {
  const keys = await texts(sql`select distinct place_key(unnest(${names}::text[])) as text`)
  expect(keys).toHaveLength(1)
})
