import { randomUUID } from 'node:crypto'
import { generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { execute, queryRows, sql } from '#platform/db/database.ts'
import { createHttpBrowser } from '#test-support/http-browser.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient } from '#test-support/sign-in-fixture.ts'
import { openOtherProvider } from '#test-support/test-oidc-provider.ts'
import { renewToken } from '../contract.ts'

const claim = 'extn.ClientId'
const event = 'http://schemas.openid.net/event/backchannel-logout'
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
})
beforeEach(() => provider.registerPortal(origin, claim))
afterAll(async () => {
  await portal.close()
  await provider.close()
})

/** Signs a person in with a new browser; returns the `sid` and ID token that the portal received. */
async function signIn(sub: string) {
  const browsing = createHttpBrowser()
  provider.setUser({ sub, [claim]: 'alpine' })
  await browsing.follow(`${origin}/auth/sign-in`, /\/token\?|sign-in-failed/)
  const [newest] = await queryRows(
    portal.databaseContext.owner,
    z.object({ idToken: z.string(), sid: z.string(), userId: z.string() }),
    sql`
    select id_token as "idToken", provider_session as sid, user_id as "userId"
      from staff_session order by started_at desc limit 1`,
  )
  if (!newest) throw new Error(`${sub} could not sign in.`)
  const renew = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  const isActive = async () => (await browsing.visit(`${origin}${renewToken.path}`, renew)).status === 200
  return { browsing, isActive, ...newest }
}

const seconds = () => Math.floor(Date.now() / 1000)
const validClaims = (changed: JWTPayload = {}): JWTPayload => ({
  iss: provider.issuer,
  aud: 'portal-of-tests',
  iat: seconds(),
  exp: seconds() + 120,
  jti: randomUUID(),
  events: { [event]: {} },
  ...changed,
})
const without = (name: string, changed: JWTPayload) => {
  const { [name]: _, ...rest } = validClaims(changed)
  return rest
}
const postForm = (payload: string) =>
  portal.app.inject({
    method: 'POST',
    url: '/auth/backchannel-logout',
    payload,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const send = (token: string) => postForm(new URLSearchParams({ logout_token: token }).toString())
const lastAudit = () =>
  queryRows(
    portal.databaseContext.owner,
    z.object({ actor: z.string(), action: z.string(), subject: z.string(), detail: z.unknown() }),
    sql`select actor, action, subject, detail from audit_event order by id desc limit 1`,
  )
const sign = (claims: JWTPayload) => provider.sign(claims, { typ: 'logout+jwt' })
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const otherKeys = generateKeyPair('ES256')

type Forge = (claims: JWTPayload) => string | Promise<string>
const forgeries: Record<string, Forge> = {
  'no content': () => '',
  'a plain word': () => 'token',
  'algorithm none': (claims) => `${part({ alg: 'none', typ: 'logout+jwt' })}.${part(validClaims(claims))}.`,
  'an empty signature': async (claims) => (await sign(validClaims(claims))).replace(/[^.]*$/, ''),
  'the signature of another key': async (claims) =>
    new SignJWT(validClaims(claims))
      .setProtectedHeader({ alg: 'ES256', typ: 'logout+jwt' })
      .sign((await otherKeys).privateKey),
  'a signature made with the client secret': (claims) =>
    new SignJWT(validClaims(claims))
      .setProtectedHeader({ alg: 'HS256', typ: 'logout+jwt' })
      .sign(Buffer.from('a-secret-of-tests'.padEnd(32))),
  'claims changed after signing': async (claims) => {
    const [header, , signature] = (await sign(validClaims({ sub: 'nobody' }))).split('.')
    return `${header}.${part(validClaims(claims))}.${signature}`
  },
  'the type of any token': (claims) => provider.sign(validClaims(claims), { typ: 'JWT' }),
  'no type': (claims) => provider.sign(validClaims(claims)),
  'another type': (claims) => provider.sign(validClaims(claims), { typ: 'at+jwt' }),
  'another issuer': (claims) => sign(validClaims({ ...claims, iss: 'https://evil.example' })),
  'no issuer': (claims) => sign(without('iss', claims)),
  'another audience': (claims) => sign(validClaims({ ...claims, aud: 'another-portal' })),
  'no audience': (claims) => sign(without('aud', claims)),
  'a past expiry': (claims) => sign(validClaims({ ...claims, iat: seconds() - 200, exp: seconds() - 80 })),
  'no expiry': (claims) => sign(without('exp', claims)),
  'an issue time tomorrow': (claims) => sign(validClaims({ ...claims, iat: seconds() + 86_400 })),
  'an issue time an hour ago': (claims) => sign(validClaims({ ...claims, iat: seconds() - 3600 })),
  'no issue time': (claims) => sign(without('iat', claims)),
  'no ID': (claims) => sign(without('jti', claims)),
  'no events': (claims) => sign(without('events', claims)),
  'another event': (claims) => sign(validClaims({ ...claims, events: { 'https://a.example': {} } })),
  'an event that is not an object': (claims) => sign(validClaims({ ...claims, events: { [event]: true } })),
  'a nonce': (claims) => sign(validClaims({ ...claims, nonce: 'n' })),
  'neither subject nor session': () => sign(validClaims()),
}

test.each(Object.entries(forgeries))('rejects a logout token with %s', async (_name, forge) => {
  const amy = await signIn('amy')
  const answer = await send(await forge({ sub: 'amy' }))
  expect(answer.statusCode).toBe(400)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.json()).toMatchObject({ error: 'invalid_request' })
  expect(await amy.isActive()).toBe(true)
})

test('rejects an ID token, and a request with two logout tokens', async () => {
  const bea = await signIn('bea')
  expect((await send(bea.idToken)).statusCode).toBe(400)
  const token = await sign(validClaims({ sub: 'bea' }))
  expect((await postForm(`logout_token=${token}&logout_token=${token}`)).statusCode).toBe(400)
  expect(await bea.isActive()).toBe(true)
})

test('signing out at the identity provider ends the portal session of that browser only', async () => {
  const here = await signIn('cleo')
  const elsewhere = await signIn('cleo')
  const page = await (await here.browsing.visit(`${provider.issuer}/session/end`)).text()
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? []
  await here.browsing.visit(`${provider.issuer}/session/end/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
  })
  expect(await lastAudit()).toMatchObject([
    { actor: provider.issuer, action: 'signed out by the identity provider', subject: here.userId },
  ])
  expect([await here.isActive(), await elsewhere.isActive()]).toEqual([false, true])
})

test('a token with a subject ends all sessions of that person and works only once', async () => {
  const [one, other, dora] = [await signIn('eve'), await signIn('eve'), await signIn('dora')]
  const token = await sign(validClaims({ sub: 'eve' }))
  const answer = await send(token)
  expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([200, '', 'no-store'])
  expect(await lastAudit()).toMatchObject([{ subject: one.userId, detail: { sessions: 2 } }])
  expect([await one.isActive(), await other.isActive(), await dora.isActive()]).toEqual([false, false, true])
  const again = await signIn('eve')
  expect((await send(token)).statusCode).toBe(400)
  expect(await again.isActive()).toBe(true)
})

test('a token with a session ID ends only that session', async () => {
  const [one, other] = [await signIn('fay'), await signIn('fay')]
  expect((await send(await sign(validClaims({ sid: one.sid })))).statusCode).toBe(200)
  expect([await one.isActive(), await other.isActive()]).toEqual([false, true])
  await send(await sign(validClaims({ sub: 'gil', sid: other.sid })))
  expect(await other.isActive()).toBe(true)
})

test('accepts and audits a token for an unknown person', async () => {
  expect((await send(await sign(validClaims({ sub: 'nobody' })))).statusCode).toBe(200)
  expect(await lastAudit()).toMatchObject([{ subject: `${provider.issuer} nobody`, detail: { sessions: 0 } }])
})

test("returns 503 while the identity provider's keys are unavailable", async () => {
  const other = await portal.another()
  provider.handleWith((_request, response) => response.writeHead(502).end())
  const token = await sign(validClaims({ sub: 'hal' }))
  const answer = await other.inject({
    method: 'POST',
    url: '/auth/backchannel-logout',
    payload: new URLSearchParams({ logout_token: token }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '30'])
  await other.close()
  provider.registerPortal(origin, claim)
  expect((await send(token)).statusCode).toBe(200)
})

test('returns 404 without a configured identity provider', async () => {
  const development = await portal.another({ OIDC_ISSUER: undefined })
  const answer = await development.inject({ method: 'POST', url: '/auth/backchannel-logout', payload: '' })
  expect(answer.statusCode).toBe(404)
  await development.close()
})

test('rejected tokens are counted for the audit trail, repeated ones apart', async () => {
  await portal.app.refusedRequests.flush()
  const { owner } = portal.databaseContext
  await execute(owner, sql`delete from refused_request`)
  const token = await sign(validClaims({ sub: 'somebody' }))
  expect((await send(token)).statusCode).toBe(200)
  for (const rejected of [token, 'forged']) expect((await send(rejected)).statusCode).toBe(400)
  await portal.app.refusedRequests.flush()
  const row = z.object({ reason: z.string(), actor: z.string(), endpoint: z.string() })
  const counted = { actor: 'visitor', endpoint: 'POST /auth/backchannel-logout' }
  expect(
    await queryRows(owner, row, sql`select reason, actor, endpoint from refused_request order by reason`),
  ).toEqual([
    { ...counted, reason: 'invalid logout token' },
    { ...counted, reason: 'repeated logout token' },
  ])
})
