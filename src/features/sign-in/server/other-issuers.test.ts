import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { execute, queryRows, sql } from '#platform/db/database.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { createHttpBrowser } from '#test-support/http-browser.ts'
import { openPortal, productionSettings } from '#test-support/portal-fixture.ts'
import { addClient } from '#test-support/sign-in-fixture.ts'
import { openOtherProvider } from '#test-support/test-oidc-provider.ts'
import { endSession, renewToken } from '../contract.ts'
import { disableStaff, enableStaff } from './staff-people.ts'

const claim = 'extn.ClientId'
let portal: Awaited<ReturnType<typeof openPortal>>
let provider: Awaited<ReturnType<typeof openOtherProvider>>
let origin: string

beforeAll(async () => {
  provider = await openOtherProvider()
  portal = await openPortal({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'portal-of-tests',
    OIDC_CLIENT_SECRET: 'a-secret-of-tests',
  })
  origin = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  await addClient(portal, 'alpine', ['ALP1'])
  await addClient(portal, 'asleep', ['ASL1'], { enabled: false })
})
beforeEach(() => provider.registerPortal(origin, claim))
afterAll(async () => {
  await portal.close()
  await provider.close()
})

const failed = /sign-in-failed/
const done = /\/token\?|sign-in-failed/

async function signInAs(claims: Record<string, unknown> | undefined, browsing = createHttpBrowser()) {
  provider.setUser(claims)
  const end = new URL(await browsing.follow(`${origin}/auth/sign-in?returnTo=/reports`, done))
  return { browsing, end, reason: end.searchParams.get('reason') }
}

async function lastAudit() {
  const [last] = await queryRows(
    portal.databaseContext.owner,
    z.object({ action: z.string(), actor: z.string(), detail: z.record(z.string(), z.unknown()) }),
    sql`select action, actor, detail from audit_event order by id desc limit 1`,
  )
  return last
}
const hostName = (address: string) => new URL(address).host

test.each([
  ['no client claim', {}, 'no-client'],
  ['an empty client claim', { [claim]: '' }, 'no-client'],
  ['a number as the client', { [claim]: 7 }, 'no-client'],
  ['two clients', { [claim]: ['alpine', 'lagoon'] }, 'no-client'],
  ['an empty list', { [claim]: [] }, 'no-client'],
  ['an unknown client', { [claim]: 'nowhere' }, 'unknown-client'],
  ['a client ID in capitals', { [claim]: 'ALPINE' }, 'unknown-client'],
  ['a closed client', { [claim]: 'asleep' }, 'client-disabled'],
])('sign-in with %s fails with a reason, an audit event and no session', async (_name, claims, reason) => {
  const { browsing, end, reason: shown } = await signInAs({ sub: 'ada', ...claims })
  expect(shown).toBe(reason)
  expect(end.searchParams.get('reference')).toMatch(/^[\da-f-]{36}$/)
  expect(browsing.cookies(hostName(origin))).toEqual({})
  expect(await lastAudit()).toMatchObject({ action: 'sign-in refused', detail: { reason } })
})

test.each([
  ['a string', { [claim]: 'alpine' }],
  ['a list of one', { [claim]: ['alpine'] }],
  ['nested along the dots in its name', { extn: { ClientId: 'alpine' } }],
  ['a nested list of one', { extn: { ClientId: ['alpine'] } }],
])('finds the client in a claim that is %s', async (_name, claims) => {
  const { browsing, end } = await signInAs({ sub: 'bea', name: 'Bea Example', ...claims })
  expect(`${end.pathname}${end.search}`).toBe('/token?fresh=1&returnTo=%2Freports')
  const renewed = await browsing.visit(`${origin}${renewToken.path}`, posted)
  expect(await renewed.json()).toMatchObject({ name: 'Bea Example' })
  expect(await lastAudit()).toMatchObject({ action: 'signed in', detail: { client: 'alpine' } })
})

test('a person whose access was turned off gets an explanation and can sign in again once it is back on', async () => {
  const claims = { sub: 'amy', name: 'Amy Example', [claim]: 'alpine' }
  const asked = { who: 'Amy Example', actor: 'test' }
  const { browsing } = await signInAs(claims)
  await disableStaff(portal.databaseContext.owner, asked)
  const { browsing: refused, reason } = await signInAs(claims)
  expect(reason).toBe('person-disabled')
  expect(refused.cookies(hostName(origin))).toEqual({})
  expect(await lastAudit()).toMatchObject({ action: 'sign-in refused', detail: { reason } })
  expect((await browsing.visit(`${origin}${renewToken.path}`, posted)).status).toBe(401)
  await enableStaff(portal.databaseContext.owner, asked)
  expect((await signInAs(claims)).reason).toBeNull()
})

test('reports a sign-in that was canceled at the identity provider', async () => {
  expect((await signInAs(undefined)).reason).toBe('cancelled')
})

test('rejects a callback for a sign-in this browser did not start', async () => {
  const { browsing } = await signInAs({ sub: 'cora', [claim]: 'alpine' })
  const stolen = `${origin}/auth/callback?code=abc&state=${'x'.repeat(43)}`
  expect(await createHttpBrowser().follow(stolen, failed)).toMatch(failed)
  expect(await browsing.follow(stolen, failed)).toMatch(failed)
})

test('accepts a callback only once', async () => {
  const browsing = createHttpBrowser()
  provider.setUser({ sub: 'dora', [claim]: 'alpine' })
  const callback = await browsing.follow(`${origin}/auth/sign-in`, /\/auth\/callback/)
  expect(await browsing.follow(callback, done)).toMatch(/\/token\?/)
  expect(await browsing.follow(callback, done)).toMatch(/reason=failed/)
})

test('rejects an authorization code from another browser', async () => {
  provider.setUser({ sub: 'eve', [claim]: 'alpine' })
  const hers = await createHttpBrowser().follow(`${origin}/auth/sign-in`, /\/auth\/callback/)
  expect(await createHttpBrowser().follow(hers, done)).toMatch(/reason=failed/)
})

test('rejects an ID token with another nonce', async () => {
  const browsing = createHttpBrowser()
  provider.setUser({ sub: 'lea', [claim]: 'alpine' })
  const callback = await browsing.follow(`${origin}/auth/sign-in`, /\/auth\/callback/)
  await execute(portal.databaseContext.owner, sql`update sign_in_attempt set nonce = ${'x'.repeat(43)}`)
  expect(await browsing.follow(callback, done)).toMatch(/reason=failed/)
  expect(browsing.cookies(hostName(origin))).toEqual({})
})

test('the same subject and email address at another issuer is another person', async () => {
  const { owner } = portal.databaseContext
  await execute(
    owner,
    sql`
    insert into staff_user (issuer, subject, name, email, created_at)
    values ('https://login.other.example', 'mia', 'Mia Example', 'mia@example.com', now())`,
  )
  expect((await signInAs({ sub: 'mia', email: 'mia@example.com', [claim]: 'alpine' })).reason).toBeNull()
  const people = await queryRows(
    owner,
    z.object({ isActor: z.boolean() }),
    sql`select id::text = ${(await lastAudit())?.actor ?? ''} as "isActor"
          from staff_user where subject = 'mia' order by created_at`,
  )
  expect(people.map(({ isActor }) => isActor).sort()).toEqual([false, true])
})

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
])('sign-in redirects home instead of to %j', async (returnTo) => {
  provider.setUser({ sub: 'fay', [claim]: 'alpine' })
  const address = `${origin}/auth/sign-in?returnTo=${encodeURIComponent(returnTo)}`
  expect(await createHttpBrowser().follow(address, done)).toBe(`${origin}/token?fresh=1&returnTo=%2Fhome`)
})

test('another site can link to a sign-in, but not begin one without a click', async () => {
  const begin = async (headers: Record<string, string>) =>
    (
      await portal.app.inject({
        url: '/auth/sign-in',
        headers: { 'sec-fetch-site': 'cross-site', ...headers },
      })
    ).headers.location
  expect(await begin({})).toBe('/')
  expect(await begin({ 'sec-fetch-user': '?1' })).toContain(`${provider.issuer}/`)
})

test('logout ends the session and returns the end-session URL of the identity provider', async () => {
  const { browsing } = await signInAs({ sub: 'gil', [claim]: 'alpine' })
  const ended = await browsing.visit(`${origin}${endSession.path}`, posted)
  const { redirect } = (await ended.json()) as { redirect: string }
  expect(redirect).toContain(`${provider.issuer}/session/end?id_token_hint=`)
  expect(redirect).toContain(`post_logout_redirect_uri=${encodeURIComponent(`${origin}/`)}`)
  expect((await browsing.visit(`${origin}${renewToken.path}`, posted)).status).toBe(401)
})

test('logout returns the end-session URL when the ID token was already removed', async () => {
  const { browsing } = await signInAs({ sub: 'gus', [claim]: 'alpine' })
  await execute(
    portal.databaseContext.owner,
    sql`update staff_session set id_token = '' where ended_at is null`,
  )
  const ended = await browsing.visit(`${origin}${endSession.path}`, posted)
  const { redirect } = (await ended.json()) as { redirect: string }
  const { origin: host, pathname, searchParams } = new URL(redirect)
  expect(`${host}${pathname}`).toBe(`${provider.issuer}/session/end`)
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: 'portal-of-tests',
    post_logout_redirect_uri: `${origin}/`,
  })
})

test('sign-in fails and existing sessions continue while the identity provider is down', async () => {
  const { browsing } = await signInAs({ sub: 'hal', [claim]: 'alpine' })
  const callback = await createHttpBrowser().follow(`${origin}/auth/sign-in`, /\/auth\/callback/)
  expect(callback).toMatch(/code=/)
  const late = createHttpBrowser()
  const beforeTheEnd = await late.follow(`${origin}/auth/sign-in`, /\/auth\/callback/)
  await provider.close()
  expect(await late.follow(beforeTheEnd, done)).toMatch(/reason=provider-away/)
  expect((await browsing.visit(`${origin}${renewToken.path}`, posted)).status).toBe(200)
  await provider.open()
  expect((await signInAs({ sub: 'hal', [claim]: 'alpine' })).reason).toBeNull()
})

test('treats an identity provider that returns errors as unavailable until it recovers', async () => {
  const browsing = createHttpBrowser()
  provider.setUser({ sub: 'ida', [claim]: 'alpine' })
  const callback = await browsing.follow(`${origin}/auth/sign-in`, /\/auth\/callback/)
  provider.handleWith((_request, response) => response.writeHead(502).end('bad gateway'))
  expect(await browsing.follow(callback, done)).toMatch(/reason=provider-away/)
  provider.registerPortal(origin, claim)
  expect((await signInAs({ sub: 'ida', [claim]: 'alpine' })).reason).toBeNull()
})

test('rejects a sign-in that takes longer than fifteen minutes', async () => {
  const browsing = createHttpBrowser()
  provider.setUser({ sub: 'kim', [claim]: 'alpine' })
  const callback = await browsing.follow(`${origin}/auth/sign-in`, /\/auth\/callback/)
  const clock = freezeClock()
  clock.forward({ minutes: 15, seconds: 1 })
  expect(await browsing.follow(callback, done)).toMatch(/reason=failed/)
})

const posted = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }

test('production settings bind every sign-in cookie to HTTPS', async () => {
  const production = await portal.another({ ...productionSettings, OIDC_ISSUER: provider.issuer })
  provider.registerPortal(productionSettings.PUBLIC_URL, claim)
  provider.setUser({ sub: 'jan', [claim]: 'alpine' })
  const left = await production.inject('/auth/sign-in')
  const [attempt] = left.cookies
  expect(attempt).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Lax', path: '/' })
  expect(attempt?.name).toMatch(/^__Host-portal-sign-in-/)
  const back = await createHttpBrowser().follow(String(left.headers.location), /\/auth\/callback/)
  const arrived = await production.inject({
    url: back.replace(productionSettings.PUBLIC_URL, ''),
    headers: { cookie: `${attempt?.name}=${attempt?.value}` },
  })
  expect(arrived.headers.location).toBe('/token?fresh=1&returnTo=%2Fhome')
  expect(arrived.cookies).toContainEqual(
    expect.objectContaining({ name: '__Host-portal-session', secure: true, sameSite: 'Strict', path: '/' }),
  )
  await production.close()
})
