import { expect, inject, test } from 'vitest'
import { z } from 'zod'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { cloneDatabase } from '#test-support/database.ts'
import { bypassTenantFilter } from './bypass-tenant-filter.ts'
import { type Database, inTransaction, queryRows, sql } from './database.ts'

test('every client table except the report tables has a policy that lets an import see all clients', async () => {
  const { databaseContext, drop } = await cloneDatabase(inject('testServer'))
  const policies = sql`
    select tablename as name, array_agg(policyname::text) as policies
      from pg_policies
     where policyname in ('of_clients', 'of_every_client')
     group by tablename
     order by tablename`
  const table = z.object({ name: z.string(), policies: z.array(z.string()) })
  const tables = await queryRows(databaseContext.owner, table, policies)
  await drop()
  expect(tables.length).toBeGreaterThan(10)
  const unseen = tables.filter((each) => !each.policies.includes('of_every_client'))
  expect(unseen.map(({ name }) => name)).toEqual(['report_part', 'report_run'])
})

test('the tenant filter bypass has no effect for the serving role', async () => {
  const portal = await openCasePortal()
  const { owner, app } = portal.databaseContext
  const guarded = await queryRows(
    owner,
    z.object({ name: z.string() }),
    sql`select distinct tablename as name from pg_policies where policyname = 'of_every_client'`,
  )
  const countsFor = (db: Database) =>
    inTransaction(db, async (transaction) => {
      await bypassTenantFilter(transaction)
      const counts: Record<string, number> = {}
      for (const { name } of guarded) {
        const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(name)}`.execute(
          transaction,
        )
        counts[name] = rows[0]?.count ?? -1
      }
      return counts
    })
  expect(await countsFor(owner)).toMatchObject({ patient: 2, incident: 2 })
  for (const [table, count] of Object.entries(await countsFor(app))) expect(count, table).toBe(0)
  await portal.close()
})
