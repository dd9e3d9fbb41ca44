import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '#platform/config/settings.ts'
import { now } from '#platform/contract/clock.ts'
import { queryRow, queryRows, sql } from '#platform/db/database.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { createHttpBrowser } from '#test-support/http-browser.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient } from '#test-support/sign-in-fixture.ts'
import { openOtherProvider } from '#test-support/test-oidc-provider.ts'
import { demoCode, demoPassword } from './demo-accounts.ts'
import {
  evidenceParameters,
  findMissingEvidence,
  readEvidence,
  signInDemands,
} from './find-missing-evidence.ts'

const claim = 'extn.ClientId'
const mfa = 'urn:example:mfa'
const key = 'urn:example:key'
const demanding = {
  OIDC_ACR_VALUES: [mfa, key],
  OIDC_AMR_VALUES: ['otp', 'hwk'],
  OIDC_MAX_AGE_MINUTES: 60,
  STEP_UP_ACR_VALUES: [key],
}
const minutesAgo = (minutes: number) => Math.floor(now().getTime() / 1000) - minutes * 60
const proven = () => ({ acr: mfa, amr: ['pwd', 'otp'], auth_time: minutesAgo(1) })
let portal: Awaited<ReturnType<typeof openPortal>>
let provider: Awaited<ReturnType<typeof openOtherProvider>>
let origin: string

beforeAll(async () => {
  provider = await openOtherProvider()
  const registration = { OIDC_CLIENT_ID: 'portal-of-tests', OIDC_CLIENT_SECRET: 'a-secret-of-tests' }
  portal = await openPortal({ OIDC_ISSUER: provider.issuer, ...registration, ...demanding })
  origin = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  await addClient(portal, 'alpine', ['ALP1'])
})
afterAll(async () => {
  await portal.close()
  await provider.close()
})

const done = /\/token\?|sign-in-failed/

async function signInWith(evidence: Record<string, unknown>, query = '', browsing = createHttpBrowser()) {
  // Without a session at the provider, so that each sign-in brings its own evidence.
  provider.registerPortal(origin, claim)
  provider.setUser({ sub: 'ada', name: 'Ada Example', [claim]: 'alpine', ...evidence })
  const end = new URL(await browsing.follow(`${origin}/auth/sign-in?returnTo=/reports${query}`, done))
  return { browsing, end, reason: end.searchParams.get('reason') }
}

const countSessions = async () =>
  (
    await queryRow(
      portal.databaseContext.owner,
      z.object({ count: z.number() }),
      sql`select count(*)::int as count from staff_session where ended_at is null`,
    )
  )?.count

async function lastAudit() {
  const [last] = await queryRows(
    portal.databaseContext.owner,
    z.object({ action: z.string(), detail: z.record(z.string(), z.unknown()) }),
    sql`select action, detail from audit_event order by id desc limit 1`,
  )
  return last
}

test.each([
  ['no authentication context', { acr: undefined }, 'factor-missing'],
  ['another authentication context', { acr: 'urn:example:password' }, 'factor-missing'],
  ['no authentication method', { amr: undefined }, 'factor-missing'],
  ['only a password', { amr: ['pwd'] }, 'factor-missing'],
  ['an authentication longer ago than the limit', { auth_time: minutesAgo(61) }, 'too-old'],
])(
  'a sign-in with %s is refused with a reason, an audit event and no session',
  async (_name, weak, reason) => {
    const before = await countSessions()
    const { browsing, reason: shown } = await signInWith({ ...proven(), ...weak })
    expect(shown).toBe(reason)
    expect(browsing.cookies(new URL(origin).host)).toEqual({})
    expect(await lastAudit()).toMatchObject({ action: 'sign-in refused', detail: { reason } })
    expect(await countSessions()).toBe(before)
  },
)

test('a sign-in with the evidence starts a session that remembers it', async () => {
  const { end } = await signInWith(proven())
  expect(`${end.pathname}${end.search}`).toBe('/token?fresh=1&returnTo=%2Freports')
  expect(await lastAudit()).toMatchObject({
    action: 'signed in',
    detail: { context: mfa, methods: 'pwd otp', stepUp: false },
  })
})

test('a step-up demands its own evidence and keeps the session if that is missing', async () => {
  const { browsing } = await signInWith(proven())
  const before = await countSessions()
  const refused = await signInWith(proven(), '&stepUp=true', browsing)
  expect(refused.reason).toBe('factor-missing')
  expect(await countSessions()).toBe(before)
  expect((await signInWith({ ...proven(), acr: key }, '&stepUp=true', browsing)).reason).toBeNull()
  expect(await lastAudit()).toMatchObject({ detail: { context: key, stepUp: true } })
  // The new session replaces the one of this browser.
  expect(await countSessions()).toBe(before)
})

test('a step-up also has to meet the demands on every sign-in', async () => {
  const { reason } = await signInWith({ ...proven(), acr: key, amr: ['pwd'] }, '&stepUp=true')
  expect(reason).toBe('factor-missing')
})

test('an identity provider that cannot obtain the evidence leads to the same explanation', async () => {
  const browsing = createHttpBrowser()
  const left = await browsing.follow(`${origin}/auth/sign-in`, /\/auth\?/)
  const state = new URL(left).searchParams.get('state')
  const error = 'unmet_authentication_requirements'
  const end = await browsing.follow(`${origin}/auth/callback?error=${error}&state=${state}`, done)
  expect(end).toMatch(/reason=factor-missing/)
})

test('the request asks for the contexts and the age', async () => {
  const askedBy = async (path: string) => {
    const { searchParams } = new URL(String((await portal.app.inject(path)).headers.location))
    return { contexts: searchParams.get('acr_values'), age: searchParams.get('max_age') }
  }
  expect(await askedBy('/auth/sign-in')).toEqual({ contexts: `${mfa} ${key}`, age: '3600' })
  expect(await askedBy('/auth/sign-in?stepUp=true')).toEqual({ contexts: key, age: '900' })
})

describe('evidence', () => {
  const config = { ...readConfig({}), ...demanding }

  test.each([
    ['a provider with essential claims', { OIDC_ACR_VALUES: [mfa, key] }, true, { values: [mfa, key] }],
    ['a single context', { OIDC_ACR_VALUES: [mfa] }, true, { value: mfa }],
  ])('is asked for as an essential claim of %s', (_name, settings, supportsClaims, wanted) => {
    const changed = { ...readConfig({}), ...settings }
    const { claims, ...others } = evidenceParameters(signInDemands(changed, false), changed, supportsClaims)
    expect(JSON.parse(String(claims))).toEqual({ id_token: { acr: { essential: true, ...wanted } } })
    expect(others).toEqual({})
  })

  test('is asked for and read in the claim of the settings', () => {
    const entra = { ...config, OIDC_ACR_CLAIM: 'acrs', OIDC_ACR_VALUES: ['c1'] }
    const { claims } = evidenceParameters(signInDemands(entra, false), entra, false)
    expect(JSON.parse(String(claims))).toEqual({ id_token: { acrs: { essential: true, value: 'c1' } } })
    expect(readEvidence({ acr: '1', acrs: ['c1', 'c2'] }, entra).acr).toEqual(['c1', 'c2'])
  })

  test('asks for nothing without a demand', () => {
    expect(evidenceParameters(signInDemands(readConfig({}), false), readConfig({}), true)).toEqual({})
  })

  test.each([
    ['a number', { acr: 7, amr: 'otp hwk', auth_time: '1' }],
    ['objects', { acr: { value: mfa }, amr: [{}], auth_time: {} }],
    ['nothing', {}],
  ])('that is %s proves nothing', (_name, claims) => {
    const [demand] = signInDemands(config, false)
    if (!demand) throw new Error('The settings make a demand.')
    const found = readEvidence(claims, config)
    expect(findMissingEvidence(found, { ...demand, amr: [], maxAgeMinutes: undefined })).toBe(
      'factor-missing',
    )
    expect(findMissingEvidence(found, { ...demand, acr: [], maxAgeMinutes: undefined })).toBe(
      'factor-missing',
    )
    expect(findMissingEvidence(found, { ...demand, acr: [], amr: [] })).toBe('too-old')
  })

  test.each([
    [-2 * 60, 'too-old'],
    [-30, undefined],
    [0, undefined],
    [60 * 60, undefined],
    [60 * 60 + 1, 'too-old'],
  ])('from %i seconds ago is %s within an hour', (secondsAgo, missing) => {
    freezeClock()
    const authenticatedAt = new Date(now().getTime() - secondsAgo * 1000)
    const demand = { acr: [], amr: [], maxAgeMinutes: 60 }
    expect(findMissingEvidence({ acr: [], amr: [], authenticatedAt }, demand)).toBe(missing)
  })
})

test('the development sign-in asks for a code if the settings demand a second factor', async () => {
  const development = await openPortal({ OIDC_ACR_VALUES: [mfa], OIDC_AMR_VALUES: ['otp'] })
  await addClient(development, 'alpine', ['ALP1'])
  const at = await development.app.listen({ port: 0, host: '127.0.0.1' })
  const browsing = createHttpBrowser()
  const form = await browsing.follow(`${at}/auth/sign-in?returnTo=/reports`, /\/idp\/interaction\//)
  expect(await (await browsing.visit(form)).text()).toContain('Verification code')
  const submit = (code: string) =>
    browsing.visit(form, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: String(new URLSearchParams({ username: 'alpine', password: demoPassword, code })),
    })
  expect((await submit('000000')).status).toBe(401)
  const location = (await submit(demoCode)).headers.get('location')
  expect(await browsing.follow(new URL(String(location), at).href, done)).toMatch(/\/token\?fresh=1/)
  await development.close()
})
