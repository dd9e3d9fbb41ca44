import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '#platform/config/settings.ts'
import { now } from '#platform/contract/clock.ts'
import { queryRows, sql } from '#platform/db/database.ts'
import { createHttpBrowser } from '#test-support/http-browser.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { openOtherProvider } from '#test-support/test-oidc-provider.ts'
import { endOtherSignIns, endSession, renewToken } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { checkIdentityProvider } from '../check-identity-provider.ts'

type Provider = Awaited<ReturnType<typeof openOtherProvider>>
const claim = 'extn.ClientId'
const ownClaim = 'insurer'
const registration = { OIDC_CLIENT_ID: 'portal-of-tests', OIDC_CLIENT_SECRET: 'a-secret-of-tests' }
let portal: Awaited<ReturnType<typeof openPortal>>
let house: Provider
let alpine: Provider
let origin: string

beforeAll(async () => {
  ;[house, alpine] = await Promise.all([openOtherProvider(), openOtherProvider()])
  const further = {
    name: 'alpine-id',
    clients: ['alpine'],
    domains: ['alpine.example', 'Alpine.test'],
    ...registration,
    OIDC_ISSUER: alpine.issuer,
    OIDC_CLIENT_CLAIM: ownClaim,
    STEP_UP_AMR_VALUES: 'hwk',
  }
  const { OIDC_PROVIDERS } = readConfig({
    OIDC_ISSUER: house.issuer,
    OIDC_PROVIDERS: JSON.stringify([further]),
  })
  portal = await openPortal({ ...registration, OIDC_ISSUER: house.issuer, OIDC_PROVIDERS })
  origin = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  for (const client of ['alpine', 'lagoon', 'harborline']) await addClient(portal, client, [])
})
beforeEach(() => {
  house.registerPortal(origin, claim)
  alpine.registerPortal(origin, ownClaim, '/alpine-id')
})
afterAll(async () => {
  await portal.close()
  await Promise.all([house.close(), alpine.close()])
})

const done = /\/token\?|sign-in-failed/
const posted = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }

/** Submits the form that asks for the email address; returns where it leads. */
const submit = (email: string, headers: Record<string, string> = {}) =>
  portal.app.inject({
    method: 'POST',
    url: '/auth/sign-in',
    headers: { ...formType, ...headers },
    payload: String(new URLSearchParams({ email, returnTo: '/reports' })),
  })
const formType = { 'content-type': 'application/x-www-form-urlencoded' }

async function signInAt(provider: Provider, claims: Record<string, unknown>, browsing = createHttpBrowser()) {
  provider.setUser(claims)
  const client = provider === alpine ? 'alpine' : 'lagoon'
  const end = new URL(await browsing.follow(`${origin}/auth/sign-in?client=${client}`, done))
  return { browsing, reason: end.searchParams.get('reason') }
}
const isSignedIn = async (browsing: ReturnType<typeof createHttpBrowser>) =>
  (await browsing.visit(`${origin}${renewToken.path}`, posted)).status === 200

const lastAudit = async () =>
  (
    await queryRows(
      portal.databaseContext.owner,
      z.object({ action: z.string(), actor: z.string(), detail: z.record(z.string(), z.unknown()) }),
      sql`select action, actor, detail from audit_event order by id desc limit 1`,
    )
  )[0]

test.each([
  ['another client', () => alpine, ownClaim, 'lagoon'],
  ['the internal staff', () => alpine, ownClaim, 'harborline'],
  ['a client that does not exist', () => alpine, ownClaim, 'nowhere'],
  ['a client with a provider of its own', () => house, claim, 'alpine'],
])(
  'a provider that claims %s is not believed: an audit event and no session',
  async (_name, at, key, client) => {
    const { browsing, reason } = await signInAt(at(), { sub: 'mallory', [key]: client })
    expect(reason).toBe('other-provider')
    expect(browsing.cookies(new URL(origin).host)).toEqual({})
    expect(await lastAudit()).toMatchObject({
      action: 'sign-in refused',
      actor: `${at().issuer} mallory`,
      detail: { reason: 'other-provider', client },
    })
  },
)

test('the same subject at two providers is two people', async () => {
  expect((await signInAt(alpine, { sub: 'ada', name: 'Ada Alp', [ownClaim]: 'alpine' })).reason).toBeNull()
  expect((await signInAt(house, { sub: 'ada', name: 'Ada Home', [claim]: 'harborline' })).reason).toBeNull()
  const people = await queryRows(
    portal.databaseContext.owner,
    z.object({ issuer: z.string(), name: z.string() }),
    sql`select issuer, name from staff_user where subject = 'ada' order by name`,
  )
  expect(people).toEqual([
    { issuer: alpine.issuer, name: 'Ada Alp' },
    { issuer: house.issuer, name: 'Ada Home' },
  ])
})

test('the email address leads to the provider of its domain, and any other one to the standard one', async () => {
  const page = await portal.app.inject('/auth/sign-in?returnTo=/reports')
  expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(page.body).toContain('<input type="hidden" name="returnTo" value="/reports">')
  expect(page.headers['content-security-policy']).toContain("form-action 'self' https: http:;")
  for (const [email, to] of [
    ['ada@ALPINE.example', alpine],
    [' bea@alpine.test ', alpine],
    ['cora@not-alpine.example', house],
    ['alpine.example@lagoon.example', house],
  ] as const)
    expect((await submit(email)).headers.location).toContain(`${to.issuer}/auth?`)
})

test.each(['', 'ada', 'ada@', '@alpine.example', '"><script>'])('asks again after %j', async (email) => {
  const page = await submit(email)
  expect(page.statusCode).toBe(422)
  expect(page.body).toContain(messages.findProvider.wrong)
  expect(page.body).not.toContain('<script>')
})

test('another site cannot choose the provider', async () => {
  const sent = await submit('ada@alpine.example', { 'sec-fetch-site': 'cross-site', 'sec-fetch-user': '?1' })
  expect(sent.headers.location).toBe('/')
})

test('the code of one provider is never sent to another one', async () => {
  const browsing = createHttpBrowser()
  alpine.setUser({ sub: 'dora', [ownClaim]: 'alpine' })
  const back = await browsing.follow(`${origin}/auth/sign-in?client=alpine`, /\/auth\/callback\/alpine-id\?/)
  const received: unknown[] = []
  house.handleWith((request, response) => {
    received.push(request.url)
    response.writeHead(503).end()
  })
  const elsewhere = new URL(back.replace('/alpine-id', ''))
  elsewhere.searchParams.set('iss', house.issuer)
  expect(await browsing.follow(elsewhere.href, done)).toMatch(/reason=failed/)
  expect(received).toEqual([])
})

test('logging out and a step-up lead to the provider of the session', async () => {
  const { browsing } = await signInAt(alpine, { sub: 'eve', [ownClaim]: 'alpine' })
  const left = await browsing.follow(`${origin}/auth/sign-in?stepUp=true`, /\/auth\?/)
  expect(left).toContain(`${alpine.issuer}/`)
  expect(new URL(left).searchParams.get('max_age')).toBe('900')
  const ended = await browsing.visit(`${origin}${endSession.path}`, posted)
  expect(((await ended.json()) as { redirect: string }).redirect).toContain(`${alpine.issuer}/session/end?`)
  expect(await isSignedIn(browsing)).toBe(false)
})

test('a provider can demand more before a step-up', async () => {
  const end = async (client: string, issuer: string) => {
    const { headers } = await signInStaff(portal, client, { issuer, authenticatedAt: now() })
    return (await portal.call(endOtherSignIns, {}, { headers })).statusCode
  }
  expect(await end('lagoon', house.issuer)).toBe(200)
  expect(await end('alpine', alpine.issuer)).toBe(403)
})

test('a provider ends only sessions of its own people, at its own address', async () => {
  const { browsing } = await signInAt(alpine, { sub: 'gil', [ownClaim]: 'alpine' })
  const { browsing: other } = await signInAt(house, { sub: 'gil', [claim]: 'lagoon' })
  const seconds = Math.floor(now().getTime() / 1000)
  const sign = (provider: Provider, iss: string) =>
    provider.sign(
      {
        iss,
        aud: registration.OIDC_CLIENT_ID,
        iat: seconds,
        exp: seconds + 120,
        jti: randomUUID(),
        sub: 'gil',
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      },
      { typ: 'logout+jwt' },
    )
  const send = async (path: string, token: string) =>
    (
      await portal.app.inject({
        method: 'POST',
        url: `/auth/backchannel-logout${path}`,
        headers: formType,
        payload: String(new URLSearchParams({ logout_token: token })),
      })
    ).statusCode
  expect(await send('', await sign(alpine, alpine.issuer))).toBe(400)
  expect(await send('', await sign(alpine, house.issuer))).toBe(400)
  expect(await send('/alpine-id', await sign(house, alpine.issuer))).toBe(400)
  expect([await isSignedIn(browsing), await isSignedIn(other)]).toEqual([true, true])
  expect(await send('/alpine-id', await sign(alpine, alpine.issuer))).toBe(200)
  expect([await isSignedIn(browsing), await isSignedIn(other)]).toEqual([false, true])
})

test('while one provider is down, the others still sign in, and the doctor names it', async () => {
  await alpine.close()
  const restarted = await portal.another()
  const at = await restarted.listen({ port: 0, host: '127.0.0.1' })
  house.registerPortal(at, claim)
  house.setUser({ sub: 'hal', [claim]: 'lagoon' })
  const follow = (client: string) => createHttpBrowser().follow(`${at}/auth/sign-in?client=${client}`, done)
  expect(await follow('alpine')).toMatch(/reason=provider-away/)
  expect(await follow('lagoon')).toMatch(/\/token\?fresh=1/)
  expect((await restarted.inject('/readyz')).statusCode).toBe(200)
  expect(await checkIdentityProvider(portal.config)).toMatchObject({
    status: 'failed',
    found: `${house.issuer} responds, and supports what the portal needs. The metadata of ${alpine.issuer} cannot be read (ECONNREFUSED).`,
  })
  await alpine.open()
  alpine.registerPortal(at, ownClaim, '/alpine-id')
  alpine.setUser({ sub: 'hal', [ownClaim]: 'alpine' })
  expect(await follow('alpine')).toMatch(/\/token\?fresh=1/)
  await restarted.close()
})
