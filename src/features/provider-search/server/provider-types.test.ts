import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { queryRows, sql } from '#platform/db/database.ts'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { testIf } from '#test-support/skip-unless.ts'
import { allTypes } from '../rules.ts'

const typeRow = z.object({ id: z.string(), description: z.string(), type: z.number() })
const nuccRow = z.object({ Code: z.string(), 'Display Name': z.string(), Section: z.string() })

/** We cannot ship the taxonomy, so this test reads a local copy and is skipped if there is none. */
const taxonomy = join(process.env.SHARED_DATA ?? '../shared/data', 'nucc_taxonomy_24_1.csv')

const database = setUpDatabase()
let types: z.infer<typeof typeRow>[]

beforeAll(async () => {
  types = await queryRows(
    database.databaseContext.app,
    typeRow,
    sql`select id, description, type from provider_type`,
  )
})

test('has about two hundred provider types of both kinds with unique names', () => {
  expect(types.length).toBeGreaterThan(200)
  expect(types.length).toBeLessThan(250)
  expect(types.filter(({ type }) => type === 1).length).toBeGreaterThan(80)
  expect(new Set(types.map(({ description }) => description)).size).toBe(types.length)
})

test('"All" is not a provider type', () => {
  expect(types.map(({ id }) => id)).not.toContain(allTypes)
})

test.each([
  ['acute care', '282N00000X'],
  ['critical access', '282NC0060X'],
  ["children's", '282NC2000X'],
  ['psychiatric', '283Q00000X'],
  ['urgent care', '261QU0200X'],
  ['dialysis', '261QE0700X'],
  ['skilled nursing', '314000000X'],
  ['home health', '251E00000X'],
  ['hospice', '251G00000X'],
  ['rehabilitation', '283X00000X'],
  ["veterans'", '261QV0200X'],
])('has a provider type for %s facilities', (_kind, code) => {
  expect(types).toContainEqual(expect.objectContaining({ id: code, type: 1 }))
})

testIf(existsSync(taxonomy))('every code is a NUCC code of its section, with our own description', () => {
  const nucc = new Map(
    z
      .array(nuccRow)
      .parse(parse(readFileSync(taxonomy), { columns: true, bom: true }))
      .map((row) => [row.Code, row]),
  )
  for (const { id, description, type } of types) {
    expect(nucc.get(id)?.Section === 'Individual', id).toBe(type === 2)
    expect(nucc.get(id)?.['Display Name'].toLowerCase()).not.toBe(description.toLowerCase())
  }
})
