import { afterAll, beforeAll, expect, test } from 'vitest'
import { now } from '#platform/contract/clock.ts'
import { execute, inTransaction, sql } from '#platform/db/database.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { createTicket, endSession, renewToken } from '../contract.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'alpine', ['ALP1', 'ALP2'])
})
afterAll(() => portal.close())

const ticketFor = (headers: Record<string, string>) =>
  portal.call(createTicket, { path: '/api/casedocument', fields: {} }, { headers })

test('rejects a token without the cookie of its session', async () => {
  const { headers, cookie } = await signInStaff(portal, 'alpine')
  const { authorization = '' } = headers
  expect((await ticketFor({ authorization })).statusCode).toBe(401)
  expect((await ticketFor({ cookie })).statusCode).toBe(401)
  expect((await ticketFor(headers)).statusCode).toBe(200)
})

test('rejects a token with the cookie of another session', async () => {
  const one = await signInStaff(portal, 'alpine')
  const other = await signInStaff(portal, 'alpine')
  expect((await ticketFor({ ...one.headers, cookie: other.cookie })).statusCode).toBe(401)
})

test('rejects token and cookie after logout', async () => {
  const { headers, cookie } = await signInStaff(portal, 'alpine')
  const ended = await portal.call(endSession, {}, { headers: { cookie } })
  expect(ended.headers['clear-site-data']).toBe('"cache"')
  expect((await ticketFor(headers)).statusCode).toBe(401)
  const renewed = await portal.call(renewToken, {}, { headers: { cookie } })
  expect(renewed.statusCode).toBe(401)
  expect(renewed.json()).toMatchObject({ reason: 'interaction_required' })
})

test('rejects a development session when an identity provider is configured', async () => {
  const { headers, cookie } = await signInStaff(portal, 'alpine', { issuer: 'development' })
  const other = await portal.another({ OIDC_ISSUER: 'https://login.example.com' })
  const payload = { path: '/api/casedocument', fields: {} }
  const ticket = { method: createTicket.method, url: createTicket.path, payload, headers } as const
  expect((await portal.app.inject(ticket)).statusCode).toBe(200)
  expect((await other.inject(ticket)).statusCode).toBe(401)
  const renewed = await other.inject({
    method: 'POST',
    url: renewToken.path,
    payload: {},
    headers: { cookie },
  })
  expect(renewed.json()).toMatchObject({ status: 401, reason: 'interaction_required' })
  await other.close()
})

test('rejects a renewal when a logout commits first', async () => {
  const { cookie, headers } = await signInStaff(portal, 'alpine')
  const { owner } = portal.databaseContext
  const waiting = sql`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const overtaken = await inTransaction(owner, async (logout) => {
    await execute(logout, sql`update staff_session set ended_at = ${now()} where ended_at is null`)
    const renewal = Promise.all([portal.call(renewToken, {}, { headers: { cookie } })])
    // The renewal has read the session as active and waits for the row that the logout has locked.
    await expect.poll(async () => (await waiting.execute(portal.db)).rows, { interval: 10 }).toHaveLength(1)
    return { renewal }
  })
  const [refused] = await overtaken.renewal
  expect(refused.statusCode).toBe(401)
  expect(refused.json()).toMatchObject({ reason: 'interaction_required' })
  expect((await ticketFor(headers)).statusCode).toBe(401)
})
