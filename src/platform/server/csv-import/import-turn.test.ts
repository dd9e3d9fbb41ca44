import { expect, inject, test } from 'vitest'
import { z } from 'zod'
import { cloneDatabase } from '#testing/database.ts'
import { rowsOf, sql } from '../database.ts'

test('an import sees the rows of every client in each table that has any, but for reports, which it has nothing to do with', async () => {
  const { workplace, drop } = await cloneDatabase(inject('testServer'))
  const policies = sql`
    select tablename as name, array_agg(policyname::text) as policies
      from pg_policies
     where policyname in ('of_clients', 'of_every_client')
     group by tablename
     order by tablename`
  const table = z.object({ name: z.string(), policies: z.array(z.string()) })
  const tables = await rowsOf(workplace.owner, table, policies)
  await drop()
  expect(tables.length).toBeGreaterThan(10)
  const unseen = tables.filter((each) => !each.policies.includes('of_every_client'))
  expect(unseen.map(({ name }) => name)).toEqual(['report_part', 'report_run'])
})
