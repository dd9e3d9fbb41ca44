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
  const row = z.object({ event: z.string(), client: z.string() })
  return queryRows(portal.db, row, sql`select event, client from analytics_event order by id`)
}

test('counts each accepted search under the client’s name or as public', async () => {
  await portal.call(searchProviders, { ...search, providerSearchCode: 'publicDomestic' })
  await portal.call(searchProviders, { providerSearchCode: 'publicDomestic' })
  const { headers } = await signInStaff(portal, 'alpine')
  const secure = { ...search, providerSearchCode: 'secureDomestic' }
  expect((await portal.call(searchProviders, secure, { headers })).statusCode).toBe(200)
  await portal.call(searchProviders, { ...search, providerSearchCode: 'publicDomestic' }, { headers })
  expect(await counted()).toEqual([
    { event: 'cc_provider_search', client: 'Public' },
    { event: 'cc_provider_search', client: 'Client alpine' },
    { event: 'cc_provider_search', client: 'Public' },
  ])
})

test('a search succeeds even when analytics fails', async () => {
  await execute(portal.databaseContext.owner, sql`alter table analytics_event rename to analytics_event_away`)
  const answer = await portal.call(searchProviders, { ...search, providerSearchCode: 'publicDomestic' })
  await expect(portal.app.analytics.flush()).rejects.toThrow('does not exist')
  await execute(portal.databaseContext.owner, sql`alter table analytics_event_away rename to analytics_event`)
  expect(answer.statusCode).toBe(200)
})

test('the search settings include the client name for analytics', async () => {
  const { headers } = await signInStaff(portal, 'alpine')
  const secure = await portal.call(getSearchInfo, { key: 'domestic-secure-provider-search' }, { headers })
  expect(secure.json().clientName).toBe('Client alpine')
  const open = await portal.call(getSearchInfo, { key: 'domestic-provider-search' }, { headers })
  expect(open.json().clientName).toBe('Public')
})
