import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openPortal } from '#test-support/portal-fixture.ts'
import { execute, queryRows, sql } from './database.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const kept = () =>
  queryRows(
    portal.db,
    z.object({ event: z.string(), client: z.string() }),
    sql`select event, client from analytics_event order by id`,
  )

test('stores only the event and the client, in order', async () => {
  portal.app.analytics.count('cc_provider_search', 'Public')
  portal.app.analytics.count('cc_vob_self_issue', 'Alpine Travel Insurance')
  await portal.app.analytics.flush()
  expect(await kept()).toEqual([
    { event: 'cc_provider_search', client: 'Public' },
    { event: 'cc_vob_self_issue', client: 'Alpine Travel Insurance' },
  ])
  const columns = sql`select column_name as name from information_schema.columns where table_name = 'analytics_event'`
  const names = await queryRows(portal.db, z.object({ name: z.string() }), columns)
  expect(names.map(({ name }) => name).sort()).toEqual(['at', 'client', 'event', 'id'])
})

test('writes events later that the database rejected, without further events', async () => {
  const { owner } = portal.databaseContext
  await portal.app.ready()
  await execute(owner, sql`truncate analytics_event`)
  await execute(owner, sql`revoke insert on analytics_event from portal_app`)
  portal.app.analytics.count('cc_provider_search', 'Public')
  await expect(portal.app.analytics.flush()).rejects.toThrow('permission denied')
  await execute(owner, sql`grant insert on analytics_event to portal_app`)
  await expect.poll(kept, { timeout: 5000 }).toHaveLength(1)
})
