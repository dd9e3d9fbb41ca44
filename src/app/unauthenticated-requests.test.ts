import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { listDecisions } from '#authorizations/backoffice-contract.ts'
import { openMedicalRecord, searchPatients } from '#cases/contract.ts'
import { logMemberOut, readIdCard, showMemberPage } from '#members/contract.ts'
import { openLog } from '#platform/config/log.ts'
import { sealAuditEntries, verifyAuditChain } from '#platform/db/audit-chain-queries.ts'
import { execute, queryRows, sql } from '#platform/db/database.ts'
import { refusalCleanup } from '#platform/http/unauthenticated-requests.ts'
import { runCleanup } from '#platform/jobs/cleanup.ts'
import { endSession, renewToken } from '#sign-in/contract.ts'
import { createServiceToken, revokeServiceToken } from '#sign-in/server/tokens/service-tokens.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { addMember, logInMember } from '#test-support/member-fixture.ts'

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

const search = (headers: Headers, from: { remoteAddress?: string } = {}) =>
  portal.call(searchPatients, { searchType: 'NAMEL', searchTerm: 'sample' }, { headers, ...from })
const readFeed = (headers: Headers) => portal.call(listDecisions, {}, { headers })
const fields = { IncidentNumber: '24000000017', PageStartNumber: '1', PageEndNumber: '1' }
const openRecord = (Token: string, cookie: string) =>
  portal.app.inject({
    ...{ method: 'POST', url: openMedicalRecord.path, headers: { cookie } },
    payload: { ...fields, Token },
  })
const forged = { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' }
const unknownKey = 'A'.repeat(43)

const entry = z.object({
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  address: z.string().nullable(),
  reference: z.string(),
  detail: z.object({ reason: z.string(), requests: z.number(), first: z.string(), last: z.string() }),
})

/** Writes the counts, and moves those of minutes that are over into the trail. */
async function record() {
  await portal.app.refusedRequests.flush()
  await runCleanup({ db: portal.db, jobs: refusalCleanup, log: openLog('silent') })
}

/** The entries that some requests leave once their minute is over. */
async function entriesOf(requests: () => Promise<unknown>) {
  const clock = freezeClock()
  clock.forward({ minutes: 3 })
  await record()
  const [last] = await queryRows(
    portal.databaseContext.owner,
    z.object({ id: z.number() }),
    sql`select coalesce(max(id), 0) as id from audit_event`,
  )
  await requests()
  clock.forward({ minutes: 2 })
  await record()
  return queryRows(
    portal.databaseContext.owner,
    entry,
    sql`
    select actor, action, subject, address, reference, detail from audit_event
     where id > ${last?.id ?? 0} and action like '%requests%refused' order by id`,
  )
}

const suspicious = 'unverified requests refused'
const harmless = 'requests without sign-in refused'
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
    'a request of another site',
    () => search({ ...staff.headers, 'sec-fetch-site': 'cross-site' }),
    () => ({ action: suspicious, actor: staff.userId, detail: { reason: 'request of another site' } }),
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
  const entries = await entriesOf(async () => {
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
  const entries = await entriesOf(async () => {
    expect((await closed.inject({ url: '/api/info/local' })).statusCode).toBe(403)
    await closed.refusedRequests.flush()
  })
  await closed.close()
  expect(entries).toMatchObject([
    { action: suspicious, subject: 'GET /api/info/{key}', detail: { reason: 'address not allowed' } },
  ])
})

test('the ordinary end of a session is no attack, and that of its person', async () => {
  const leaving = await portal.staffOf('acme')
  const entries = await entriesOf(async () => {
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
  const entries = await entriesOf(async () => {
    for (const cookie of [sleeping.cookie, ''])
      expect((await search({ ...sleeping.headers, cookie })).statusCode).toBe(401)
  })
  const detail = { reason: 'session ended', requests: 2 }
  expect(entries).toMatchObject([{ action: harmless, actor: sleeping.userId, detail }])
})

test('a member whose session has ended is recorded as that account', async () => {
  const entries = await entriesOf(async () => {
    const headers = await logInMember(portal, 'acme-member')
    await portal.call(logMemberOut, {}, { headers })
    expect((await portal.call(showMemberPage, { language: 'en' }, { headers })).statusCode).toBe(401)
  })
  expect(entries).toMatchObject([
    { action: harmless, actor: memberId, detail: { reason: 'session ended', requests: 1 } },
  ])
})

test('allowed requests, and pages that ask whether somebody is signed in, leave nothing', async () => {
  const entries = await entriesOf(async () => {
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

const row = z.object({ actor: z.string(), address: z.string(), endpoint: z.string(), requests: z.number() })
const waiting = () =>
  queryRows(
    portal.databaseContext.owner,
    row,
    sql`select actor, address, endpoint, requests from refused_request order by requests desc`,
  )

test('a thousand requests of one address are one row, with an IPv6 network for its addresses', async () => {
  const entries = await entriesOf(async () => {
    for (const host of Array.from({ length: 500 }, (_, at) => at.toString(16)))
      await search(forged, { remoteAddress: `2001:db8:1:2::${host}` })
    await portal.app.refusedRequests.flush()
    expect(await waiting()).toMatchObject([{ address: '2001:db8:1:2::/64', requests: 500 }])
  })
  expect(entries).toMatchObject([{ address: '2001:db8:1:2::/64', detail: { requests: 500 } }])
})

test('responses do not wait for the counts, and counts that the database rejected are added later', async () => {
  const { owner } = portal.databaseContext
  const entries = await entriesOf(async () => {
    await execute(owner, sql`revoke insert on refused_request from portal_app`)
    expect((await search(forged)).statusCode).toBe(401)
    await expect(portal.app.refusedRequests.flush()).rejects.toThrow('permission denied')
    await execute(owner, sql`grant insert on refused_request to portal_app`)
    expect((await search(forged)).statusCode).toBe(401)
  })
  expect(entries).toMatchObject([{ detail: { requests: 2 } }])
})

test('a minute of two processes is one entry, which is moved once and only when it is over', async () => {
  const process = await portal.another()
  const clock = freezeClock()
  const entries = await entriesOf(async () => {
    const url = searchPatients.path
    await search(forged)
    clock.forward({ seconds: 2 })
    await process.inject({ method: 'POST', url, headers: forged, payload: {} })
    await Promise.all([portal.app.refusedRequests.flush(), process.refusedRequests.flush()])
    await record()
    expect(await waiting()).toMatchObject([{ requests: 2 }])
    clock.forward({ minutes: 2 })
    await Promise.all([record(), record()])
    expect(await waiting()).toEqual([])
  })
  await process.close()
  expect(entries).toMatchObject([{ detail: { requests: 2 } }])
  const { first, last } = entries[0]?.detail ?? { first: '', last: '' }
  expect(Date.parse(last) - Date.parse(first)).toBe(2000)
})

test('the chain of the audit trail holds with these entries', async () => {
  await entriesOf(() => search(forged))
  const { owner } = portal.databaseContext
  await sealAuditEntries(owner)
  expect(await verifyAuditChain(owner)).toMatchObject({ faults: [], waiting: 0 })
})

// Last, because the other tests can run in the same minute.
test('a flood from a thousand addresses is a bounded number of entries that lose no request and no person', async () => {
  const addresses = Array.from({ length: 1000 }, (_, at) => `198.18.${at >> 8}.${at & 255}`)
  const entries = await entriesOf(async () => {
    await Promise.all(addresses.map((remoteAddress) => search(forged, { remoteAddress })))
    await search({ ...forged, cookie: staff.cookie }, { remoteAddress: '198.18.0.1' })
  })
  expect(entries).toHaveLength(202)
  expect(entries.filter(({ actor }) => actor === staff.userId)).toHaveLength(1)
  expect(entries.filter(({ address }) => address === null)).toMatchObject([
    { actor: 'visitor', subject: 'staff endpoints', detail: { requests: 800 } },
  ])
  expect(entries.reduce((sum, { detail }) => sum + detail.requests, 0)).toBe(1001)
})
