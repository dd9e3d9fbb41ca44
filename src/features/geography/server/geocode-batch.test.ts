import { expect, test } from 'vitest'
import { z } from 'zod'
import { queryRows, sql } from '#platform/db/database.ts'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { geocodeBatchQuery } from './geocode-from-gazetteer.ts'

const database = setUpDatabase()

const found = z.object({
  row_id: z.number(),
  latitude: z.number(),
  longitude: z.number(),
  precision: z.string(),
})
type Row = [zip: string | null, city: string | null, state: string | null, country: string | null]

async function pointOf([zip, city, state, country]: Row) {
  const roster = sql`select 1 as row_id, ${zip}::text as zip, ${city}::text as city, ${state}::text as state_id, ${country}::text as country_id`
  const [point] = await queryRows(database.databaseContext.app, found, geocodeBatchQuery(roster))
  return point
}

test.each<Row>([
  [null, null, null, null],
  ['', '', '', ''],
  ['00000', 'Nowhereville', 'FL', 'US'],
  [null, 'Miami', 'GA', 'US'],
  [null, 'Miami', null, null],
  ['75001', 'Nullepart', null, 'FR'],
])('finds no point for ZIP %s, city %s, state %s, country %s', async (...row) => {
  expect(await pointOf(row)).toBeUndefined()
})

test.each<[...Row, precision: string, latitude: number]>([
  ['33131', 'Miami', 'FL', 'US', 'zip', 25.76],
  ['33131-1234', null, null, 'US', 'zip', 25.76],
  ['33131', null, null, null, 'zip', 25.76],
  ['00000', 'MIAMI', 'FL', 'US', 'city', 25.77],
  [null, 'ST LOUIS', 'MO', 'US', 'city', 38.63],
  ['75001', 'Paris', null, 'FR', 'city', 48.85],
  [null, 'Kingston', 'JM-17', 'JM', 'city', 18.0],
  [null, 'Kingston', 'JM-08', 'JM', 'city', 18.0],
  [null, 'München', null, 'DE', 'city', 48.14],
  ['00901', 'San Juan', 'PR', 'US', 'zip', 18.47],
])('finds ZIP %s, city %s, state %s, country %s by its %s at latitude %d', async (...row) => {
  const [zip, city, state, country, precision, latitude] = row
  const point = await pointOf([zip, city, state, country])
  expect(point).toMatchObject({ precision })
  expect(point?.latitude).toBeCloseTo(latitude, 1)
})

test('geocodes thousands of rows in one query', async () => {
  const roster = sql`
    select row_number() over (order by id) as row_id, case when id < '5' then id end as zip,
           upper(city) as city, state_id, country_id
      from postal_code
     where state_id in ('FL', 'TX', 'CA', 'NY')`
  const points = await queryRows(database.databaseContext.app, found, geocodeBatchQuery(roster))
  expect(points.length).toBe(new Set(points.map(({ row_id }) => row_id)).size)
  expect(points.length).toBe(9021)
  expect(new Set(points.map(({ precision }) => precision))).toEqual(new Set(['zip', 'city']))
})
