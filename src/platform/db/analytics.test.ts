import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { freezeClock } from '#test-support/fake-clock.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { execute, queryRows, sql } from './database.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(() => execute(portal.databaseContext.owner, sql`truncate analytics_count`))

const row = z.object({ event: z.string(), definition: z.string(), client: z.string(), count: z.number() })
const stored = () =>
  queryRows(
    portal.db,
    row,
    sql`select event, definition_key as definition, client, count from analytics_count order by hour, event, client`,
  )
const search = { event: 'cc_provider_search', definitionKey: 'domestic', client: 'Public' } as const
const counted = { event: 'cc_provider_search', definition: 'domestic', client: 'Public' }

test('stores only the hour, the event, the definition, the client and their count', async () => {
  portal.app.analytics.count(search)
  portal.app.analytics.count({ event: 'cc_vob_self_issue', client: 'Alpine Travel Insurance' })
  await portal.app.analytics.flush()
  expect(await stored()).toEqual([
    { ...counted, count: 1 },
    { event: 'cc_vob_self_issue', definition: '', client: 'Alpine Travel Insurance', count: 1 },
  ])
  const columns = sql`select column_name as name from information_schema.columns where table_name = 'analytics_count'`
  const names = await queryRows(portal.db, z.object({ name: z.string() }), columns)
  expect(names.map(({ name }) => name).sort()).toEqual(['client', 'count', 'definition_key', 'event', 'hour'])
})

test('a hundred thousand searches of several processes make one row for each hour', async () => {
  const clock = freezeClock()
  const other = await portal.another()
  for (const hours of [1, 2]) {
    for (let round = 0; round < 5; round += 1) {
      for (const { analytics } of [portal.app, other])
        for (let each = 0; each < 10_000; each += 1) analytics.count(search)
      await Promise.all([portal.app.analytics.flush(), other.analytics.flush()])
    }
    expect(await stored()).toEqual(Array(hours).fill({ ...counted, count: 100_000 }))
    clock.forward({ minutes: 60 })
  }
  await other.close()
})

test('adds counts later that the database rejected, without further events', async () => {
  const { owner } = portal.databaseContext
  await portal.app.ready()
  await execute(owner, sql`revoke insert on analytics_count from portal_app`)
  portal.app.analytics.count(search)
  await expect(portal.app.analytics.flush()).rejects.toThrow('permission denied')
  portal.app.analytics.count(search)
  await execute(owner, sql`grant insert on analytics_count to portal_app`)
  await expect.poll(stored).toEqual([{ ...counted, count: 2 }])
})

test('the migration sums up the rows of earlier versions by hour', async () => {
  const { owner } = portal.databaseContext
  await execute(owner, sql`drop table analytics_count`)
  await execute(owner, sql`drop index decision_answer_answered_at`)
  await execute(owner, sql`create table analytics_event (event text, client text, at timestamptz)`)
  await execute(
    owner,
    sql`
    insert into analytics_event
    select 'cc_provider_search', 'Public', timestamptz '2026-03-01 10:59:58Z' + second * interval '1 second'
      from generate_series(1, 5000) as second`,
  )
  const migration = new URL('../../../migrations/0078_counts_by_hour.sql', import.meta.url)
  await sql.raw(await readFile(migration, 'utf8')).execute(owner)
  const undefinedSearch = { ...counted, definition: '' }
  expect(await stored()).toEqual([1, 3600, 1399].map((count) => ({ ...undefinedSearch, count })))
})
