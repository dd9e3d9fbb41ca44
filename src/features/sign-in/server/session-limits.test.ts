import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute, sql } from '#platform/db/database.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { createTicket, renewToken } from '../contract.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'alpine', ['ALP1'])
  await addClient(portal, 'closing', ['CLO1'])
})
afterAll(() => portal.close())

const call = (headers: Record<string, string>) =>
  portal.call(createTicket, { path: '/api/casedocument', fields: {} }, { headers })
const renew = (cookie: string) => portal.call(renewToken, {}, { headers: { cookie } })

test('a token expires after exactly 15 minutes', async () => {
  const clock = freezeClock()
  const { headers } = await signInStaff(portal, 'alpine')
  clock.forward({ minutes: 14, seconds: 59 })
  expect((await call(headers)).statusCode).toBe(200)
  clock.forward({ seconds: 1 })
  expect((await call(headers)).statusCode).toBe(401)
})

test('a session ends one hour after its last renewal', async () => {
  const clock = freezeClock()
  const { cookie } = await signInStaff(portal, 'alpine')
  clock.forward({ minutes: 59 })
  expect((await renew(cookie)).statusCode).toBe(200)
  clock.forward({ minutes: 60 })
  const late = await renew(cookie)
  expect(late.statusCode).toBe(401)
  expect(late.json().reason).toBe('session_expired')
})

test('a session ends twelve hours after its start despite renewals', async () => {
  const clock = freezeClock()
  const { cookie } = await signInStaff(portal, 'alpine')
  for (let renewals = 0; renewals < 14; renewals += 1) {
    clock.forward({ minutes: 50 })
    expect((await renew(cookie)).statusCode).toBe(200)
  }
  clock.forward({ minutes: 10 })
  const last = (await renew(cookie)).json()
  expect(last.exp).toBe(last.sessionEnds)
  clock.forward({ minutes: 10 })
  expect((await renew(cookie)).json().reason).toBe('session_expired')
})

test('a renewal returns the expiry of the token and of the session', async () => {
  freezeClock()
  const { cookie } = await signInStaff(portal, 'alpine', { name: 'Ada Example' })
  const { exp, sessionEnds, name } = (await renew(cookie)).json()
  expect(sessionEnds - exp).toBe(45 * 60)
  expect(name).toBe('Ada Example')
})

test('disabling a client logs out its staff on their next request', async () => {
  const { headers, cookie } = await signInStaff(portal, 'closing')
  expect((await call(headers)).statusCode).toBe(200)
  await execute(portal.databaseContext.owner, sql`update client set enabled = false where id = 'closing'`)
  expect((await call(headers)).statusCode).toBe(401)
  expect((await renew(cookie)).json().reason).toBe('interaction_required')
})

test.each(['cross-site', 'same-site', 'none'])('rejects a renewal with Sec-Fetch-Site: %s', async (site) => {
  const { cookie } = await signInStaff(portal, 'alpine')
  const response = await portal.call(renewToken, {}, { headers: { cookie, 'sec-fetch-site': site } })
  expect(response.statusCode).toBe(403)
})
