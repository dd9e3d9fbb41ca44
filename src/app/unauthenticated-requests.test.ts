import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { listDecisions } from '#authorizations/backoffice-contract.ts'
import { openMedicalRecord, searchPatients } from '#cases/contract.ts'
import { logMemberOut, readIdCard, showMemberPage } from '#members/contract.ts'
import { queryRows, sql } from '#platform/db/database.ts'
import { endSession, renewToken } from '#sign-in/contract.ts'
import { createServiceToken, revokeServiceToken } from '#sign-in/server/tokens/service-tokens.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { addMember, logInMember } from '#test-support/member-fixture.ts'
import { collectEntries, forged, harmless, suspicious } from '#test-support/refusal-fixture.ts'

type Staff = Awaited<ReturnType<typeof portal.staffOf>>
type Headers = Record<string, string>

let portal: Awaited<ReturnType<typeof openCasePortal>>
let staff: Staff
let other: Staff
let memberId: string
let memberHeaders: Headers
let revoked: string
beforeAll(async () => {
  portal = await openCasePortal()
  staff = await portal.staffOf('acme')
  other = await portal.staffOf('other')
  const { owner } = portal.databaseContext
  await addMember(portal, 'acme-member', 'acme')
  memberHeaders = await logInMember(portal, 'acme-member')
  const [account] = await queryRows(owner, z.object({ id: z.string() }), sql`select id from member_account`)
  memberId = account?.id ?? ''
  const token = { name: 'old-office', actor: 'test' }
  revoked = await createServiceToken(owner, { ...token, may: 'decisions', clientIds: undefined })
  await revokeServiceToken(owner, token)
})
afterAll(() => portal.close())

const search = (headers: Headers) =>
  portal.call(searchPatients, { searchType: 'NAMEL', searchTerm: 'sample' }, { headers })
const readFeed = (headers: Headers) => portal.call(listDecisions, {}, { headers })
const fields = { IncidentNumber: '24000000017', PageStartNumber: '1', PageEndNumber: '1' }
const openRecord = (Token: string, cookie: string) =>
  portal.app.inject({
    method: 'POST',
    url: openMedicalRecord.path,
    headers: { cookie },
    payload: { ...fields, Token },
  })
const unknownKey = 'A'.repeat(43)

type Refused = () => Promise<LightMyRequestResponse>

const patients = `POST ${searchPatients.path}`
const refusals: [title: string, send: Refused, expected: () => object][] = [
  [
    'a request without a sign-in',
    () => search({}),
    () => ({ action: harmless, actor: 'visitor', subject: patients, detail: { reason: 'no sign-in' } }),
  ],
  [
    'a forged token',
    () => search(forged),
    () => ({ action: suspicious, actor: 'visitor', subject: patients, detail: { reason: 'invalid token' } }),
  ],
  [
    'a forged token in the browser of a person',
    () => search({ ...forged, cookie: staff.cookie }),
    () => ({ action: suspicious, actor: staff.userId, detail: { reason: 'invalid token' } }),
  ],
  [
    'a cookie without a token',
    () => search({ cookie: staff.cookie }),
    () => ({ action: harmless, actor: staff.userId, detail: { reason: 'no token' } }),
  ],
  [
    'a copied token without its cookie',
    () => search({ authorization: `Bearer ${staff.token}` }),
    () => ({ action: suspicious, actor: staff.userId, detail: { reason: 'token without its session' } }),
  ],
  [
    'a copied token with the cookie of another person',
    () => search({ authorization: `Bearer ${staff.token}`, cookie: other.cookie }),
    () => ({ action: suspicious, actor: other.userId, detail: { reason: 'token of another session' } }),
  ],
  [
    'a token with an unknown cookie',
    () => search({ authorization: `Bearer ${staff.token}`, cookie: `portal-session=${unknownKey}` }),
    () => ({ action: suspicious, actor: staff.userId, detail: { reason: 'token without its session' } }),
  ],
  [
    'an unknown cookie that asks for a token',
    () => portal.call(renewToken, {}, { headers: { cookie: `portal-session=${unknownKey}` } }),
    () => ({ action: suspicious, actor: 'visitor', detail: { reason: 'unknown session' } }),
  ],
  [
    'a ticket that does not exist',
    () => openRecord('no ticket', staff.cookie),
    () => ({ action: suspicious, actor: staff.userId, detail: { reason: 'invalid ticket' } }),
  ],
  [
    'a ticket without a session',
    () => openRecord('no ticket', ''),
    () => ({ action: suspicious, actor: 'visitor', detail: { reason: 'invalid ticket' } }),
  ],
  [
    'a cross-site request',
    () => search({ ...staff.headers, 'sec-fetch-site': 'cross-site' }),
    () => ({ action: suspicious, actor: staff.userId, detail: { reason: 'cross-site request' } }),
  ],
  [
    'a program without a token',
    () => readFeed({}),
    () => ({ action: harmless, actor: 'visitor', detail: { reason: 'no sign-in' } }),
  ],
  [
    'a wrong service token',
    () => readFeed({ authorization: `Bearer portal-service-${unknownKey}` }),
    () => ({ action: suspicious, actor: 'visitor', detail: { reason: 'invalid service token' } }),
  ],
  [
    'a wrong token for SCIM',
    () => portal.app.inject({ url: '/scim/v2/Users', headers: { authorization: 'Bearer wrong' } }),
    () => ({
      action: suspicious,
      subject: 'GET /scim/v2/Users',
      detail: { reason: 'invalid service token' },
    }),
  ],
  [
    'a revoked service token',
    () => readFeed({ authorization: `Bearer ${revoked}` }),
    () => ({ action: suspicious, actor: 'old-office', detail: { reason: 'revoked service token' } }),
  ],
  [
    'a member page without a login',
    () => portal.call(showMemberPage, { language: 'en' }),
    () => ({ action: harmless, actor: 'visitor', detail: { reason: 'no sign-in' } }),
  ],
  [
    'a member page with an unknown cookie',
    () => portal.call(readIdCard, {}, { headers: { cookie: `portal-member-session=${unknownKey}` } }),
    () => ({ action: suspicious, actor: 'visitor', detail: { reason: 'unknown session' } }),
  ],
]

test.each(refusals)('records %s', async (_title, send, expected) => {
  let response: LightMyRequestResponse | undefined
  const entries = await collectEntries(portal, async () => {
    response = await send()
  })
  expect([401, 403]).toContain(response?.statusCode)
  expect(entries).toMatchObject([
    { address: '127.0.0.1', reference: response?.headers['x-request-id'], ...expected() },
  ])
})

test('records a search that is limited to other addresses', async () => {
  const definition = {
    key: 'local',
    code: 'local',
    name: 'Local',
    title: 'Local',
    access: 'restricted-ip',
    unit: 'km',
  }
  await portal.insert('search_definition', definition)
  const closed = await portal.another({ RESTRICTED_SEARCH_IPS: ['203.0.113.7'] })
  const entries = await collectEntries(portal, async () => {
    expect((await closed.inject({ url: '/api/info/local' })).statusCode).toBe(403)
    await closed.refusedRequests.flush()
  })
  await closed.close()
  expect(entries).toMatchObject([
    { action: suspicious, subject: 'GET /api/info/{key}', detail: { reason: 'address not allowed' } },
  ])
})

test('an ended session is recorded for its person, and not as an attack', async () => {
  const leaving = await portal.staffOf('acme')
  const entries = await collectEntries(portal, async () => {
    expect((await search(leaving.headers)).statusCode).toBe(200)
    expect((await portal.call(endSession, {}, { headers: leaving.headers })).statusCode).toBe(200)
    for (const _poll of [1, 2, 3]) expect((await search(leaving.headers)).statusCode).toBe(401)
  })
  const reason = { reason: 'session ended', requests: 3 }
  expect(entries).toMatchObject([{ action: harmless, actor: leaving.userId, detail: reason }])
})

test('an expired token is recorded for its person, with and without the cookie', async () => {
  const clock = freezeClock()
  const sleeping = await portal.staffOf('acme')
  clock.forward({ minutes: 16 })
  const entries = await collectEntries(portal, async () => {
    for (const cookie of [sleeping.cookie, ''])
      expect((await search({ ...sleeping.headers, cookie })).statusCode).toBe(401)
  })
  const detail = { reason: 'session ended', requests: 2 }
  expect(entries).toMatchObject([{ action: harmless, actor: sleeping.userId, detail }])
})

test('a member whose session has ended is recorded as that account', async () => {
  const entries = await collectEntries(portal, async () => {
    const headers = await logInMember(portal, 'acme-member')
    await portal.call(logMemberOut, {}, { headers })
    expect((await portal.call(showMemberPage, { language: 'en' }, { headers })).statusCode).toBe(401)
  })
  expect(entries).toMatchObject([
    { action: harmless, actor: memberId, detail: { reason: 'session ended', requests: 1 } },
  ])
})

test('allowed requests, and pages that check whether a person is signed in, leave no entry', async () => {
  const entries = await collectEntries(portal, async () => {
    expect((await portal.call(renewToken, {})).statusCode).toBe(401)
    const leaving = await portal.staffOf('acme')
    await portal.call(endSession, {}, { headers: leaving.headers })
    expect((await portal.call(renewToken, {}, { headers: leaving.headers })).statusCode).toBe(401)
    expect((await search(staff.headers)).statusCode).toBe(200)
    expect(
      (await portal.call(showMemberPage, { language: 'en' }, { headers: memberHeaders })).statusCode,
    ).toBe(200)
  })
  expect(entries).toEqual([])
})
