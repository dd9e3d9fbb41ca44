import { expect, inject, test } from 'vitest'
import { z } from 'zod'
import { execute, queryRow, sql } from '#platform/db/database.ts'
import { cloneDatabase } from '#test-support/database.ts'
import { analyzeIfGrown } from './import-cases.ts'

test('table statistics are refreshed after many rows are written, but not after a few', async () => {
  const { databaseContext, drop } = await cloneDatabase(inject('testServer'))
  const { owner } = databaseContext
  const known = async () => (await queryRow(owner, z.object({ rows: z.number() }), countKnown))?.rows
  const countKnown = sql`select reltuples::float8 as rows from pg_class where oid = 'grown'::regclass`
  const write = async (rows: number) => {
    await execute(owner, sql`insert into grown select generate_series(1, ${rows}::int)`)
    await analyzeIfGrown(owner, 'grown', rows)
  }
  try {
    await execute(owner, sql`create table grown (number int) with (autovacuum_enabled = off)`)
    await write(100)
    expect(await known()).toBe(100)
    await write(10)
    expect(await known()).toBe(100)
    await write(11)
    expect(await known()).toBe(121)
  } finally {
    await drop()
  }
})
