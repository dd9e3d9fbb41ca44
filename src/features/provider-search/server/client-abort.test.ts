import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { execute, inTransaction, queryRows, sql } from '#platform/db/database.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { allTypes } from '../rules.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
let origin: string

beforeAll(async () => {
  portal = await openPortal({ SEARCH_CONCURRENCY: 1 })
  origin = await portal.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => portal.close())

/** The searches that are waiting for the lock, as the application role sees them. */
const waitingInTheDatabase = () =>
  queryRows(
    portal.db,
    z.object({ pid: z.number() }),
    sql`select pid from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like '%from provider%'`,
  )

function startSearch() {
  const sent = request(`${origin}/api/providers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  })
  sent.on('error', () => {})
  sent.end(
    JSON.stringify({
      providerSearchCode: 'publicDomestic',
      providerType: allTypes,
      latitude: 25.77,
      longitude: -80.19,
      rangeInKM: 10,
    }),
  )
  return sent
}

test('cancels the database query and frees the queue slot when the client disconnects', async () => {
  await inTransaction(portal.databaseContext.owner, async (holding) => {
    await execute(holding, sql`lock table provider in access exclusive mode`)
    const search = startSearch()
    await expect.poll(waitingInTheDatabase, { interval: 10 }).toHaveLength(1)
    search.destroy()
    await expect.poll(waitingInTheDatabase, { interval: 10 }).toHaveLength(0)
  })
  const [answer] = await once(startSearch(), 'response')
  expect(answer.statusCode).toBe(200)
  answer.resume()
})
