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

const search = JSON.stringify({
  providerSearchCode: 'publicDomestic',
  providerType: allTypes,
  latitude: 25.77,
  longitude: -80.19,
  rangeInKM: 10,
})
const startSearch = () => send('POST', '/api/providers', search)
const startSuggestions = () => send('POST', '/api/suggestions', '{"searchTerm":"mercy"}')

function send(method: string, path: string, body?: string) {
  const headers = { 'content-type': 'application/json', 'provider-code': 'publicDomestic' }
  const sent = request(`${origin}${path}`, { method, headers })
  sent.on('error', () => {})
  sent.end(body)
  return sent
}

test('cancels the query of a search and frees its queue slot when the client disconnects', async () => {
  await withProviderLocked(async () => {
    const sent = startSearch()
    await expect.poll(waitingInTheDatabase, { interval: 10 }).toHaveLength(1)
    sent.destroy()
    await expect.poll(waitingInTheDatabase, { interval: 10 }).toHaveLength(0)
  })
  await expectAnswer(startSearch())
})

// Their queries are short, and the one on its way is not canceled.
test('suggestions free their queue slot after the query during which the client disconnects', async () => {
  await withProviderLocked(async () => {
    const sent = startSuggestions()
    await expect.poll(waitingInTheDatabase, { interval: 10 }).toHaveLength(1)
    sent.destroy()
  })
  await expectAnswer(startSuggestions())
})

/** Runs work while queries of providers wait. */
const withProviderLocked = (work: () => Promise<void>) =>
  inTransaction(portal.databaseContext.owner, async (holding) => {
    await execute(holding, sql`lock table provider in access exclusive mode`)
    await work()
  })

async function expectAnswer(sent: ReturnType<typeof send>) {
  const [answer] = await once(sent, 'response')
  expect(answer.statusCode).toBe(200)
  answer.resume()
}
