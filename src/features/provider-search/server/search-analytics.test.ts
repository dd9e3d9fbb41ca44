import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { execute, queryRows, sql } from '#platform/db/database.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { getSearchInfo, searchProviders } from '../contract.ts'

const search = { state: 'FL', city: 'Miami', providerType: '0000000000', name: 'clinic' }

let portal: Awaited<ReturnType<typeof openPortal>>
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'alpine', ['ALP1'])
  await portal.insert('client_provider_search', {
    client_id: 'alpine',
    definition_key: 'domestic-secure-provider-search',
    position: 0,
  })
})
afterAll(() => portal.close())

const counted = async () => {
  await portal.app.analytics.flush()
  const row = z.object({ event: z.string(), definition: z.string(), client: z.string(), count: z.number() })
  return queryRows(
    portal.db,
    row,
    sql`
    select event, definition_key as definition, client, sum(count)::int as count
      from analytics_count
     group by event, definition_key, client
     order by definition_key, client`,
  )
}

test('counts each accepted search under the client’s name or as public', async () => {
  await portal.call(searchProviders, { ...search, providerSearchCode: 'publicDomestic' })
  await portal.call(searchProviders, { providerSearchCode: 'publicDomestic' })
  const { headers } = await signInStaff(portal, 'alpine')
  const secure = { ...search, providerSearchCode: 'secureDomestic' }
  expect((await portal.call(searchProviders, secure, { headers })).statusCode).toBe(200)
  await portal.call(searchProviders, { ...search, providerSearchCode: 'publicDomestic' }, { headers })
  const event = 'cc_provider_search'
  expect(await counted()).toEqual([
    { event, definition: 'domestic-provider-search', client: 'Public', count: 2 },
    { event, definition: 'domestic-secure-provider-search', client: 'Client alpine', count: 1 },
  ])
})

test('a null limit is none, and a search with a limit is not counted', async () => {
  const before = await counted()
  for (const limit of [null, 1]) {
    const limited = { ...search, providerSearchCode: 'publicDomestic', limit }
    expect((await portal.call(searchProviders, limited)).statusCode).toBe(200)
  }
  const added = before.map(({ count, ...entry }) => ({
    ...entry,
    count: count + Number(entry.client === 'Public'),
  }))
  expect(await counted()).toEqual(added)
})

test('a search succeeds even when analytics fails', async () => {
  await execute(portal.databaseContext.owner, sql`alter table analytics_count rename to analytics_count_away`)
  const response = await portal.call(searchProviders, { ...search, providerSearchCode: 'publicDomestic' })
  await expect(portal.app.analytics.flush()).rejects.toThrow('does not exist')
  await execute(portal.databaseContext.owner, sql`alter table analytics_count_away rename to analytics_count`)
  expect(response.statusCode).toBe(200)
})

test('the search settings include the client name for analytics', async () => {
  const { headers } = await signInStaff(portal, 'alpine')
  const secure = await portal.call(getSearchInfo, { key: 'domestic-secure-provider-search' }, { headers })
  expect(secure.json().clientName).toBe('Client alpine')
  const open = await portal.call(getSearchInfo, { key: 'domestic-provider-search' }, { headers })
  expect(open.json().clientName).toBe('Public')
})
