import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { execute, inTransaction, rowsOf, sql } from '#platform/server/database.ts'
import { openCasePortal } from '#testing/case-portal.ts'
import { listCurrentActivity, searchPatients } from '../contract.ts'

let portal: Awaited<ReturnType<typeof openCasePortal>>
let headers: Record<string, string>
let origin: string

beforeAll(async () => {
  portal = await openCasePortal({ SEARCHES_AT_ONCE: 1 })
  headers = (await portal.staffOf('acme')).headers
  origin = await portal.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => portal.close())

const waitingInTheDatabase = () =>
  rowsOf(
    portal.db,
    z.object({ pid: z.number() }),
    sql`select pid from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like '%from patient p%'`,
  )

function startSearch(path: string, body: object) {
  const sent = request(`${origin}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
  })
  sent.on('error', () => {})
  sent.end(JSON.stringify(body))
  return sent
}

test.each([
  [searchPatients.path, { searchType: 'NAMEL', searchTerm: 's' }],
  [
    listCurrentActivity.path,
    { startDate: '2026-03-01', endDate: '2026-03-31', clients: ['ACME1'], activityList: ['ALL'] },
  ],
])('%s that is cancelled frees the database within a second and gives its turn back', async (path, body) => {
  await inTransaction(portal.workplace.owner, async (holding) => {
    await execute(holding, sql`lock table patient in access exclusive mode`)
    const search = startSearch(path, body)
    await expect.poll(waitingInTheDatabase, { interval: 10 }).toHaveLength(1)
    search.destroy()
    await expect.poll(waitingInTheDatabase, { interval: 10, timeout: 1000 }).toHaveLength(0)
  })
  const [answer] = await once(startSearch(path, body), 'response')
  expect(answer.statusCode).toBe(200)
  answer.resume()
})
