import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { rowOf, sql } from '#platform/server/database.ts'
import { makeTicket } from '#sign-in/contract.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { signInStaff } from '#test-support/sign-in-fixture.ts'
import {
  createVobFixture,
  makeVobForm,
  postVob,
  reopenVob,
  requestVobTicket,
  submitVob,
  type VobFixture,
  vobNumberFrom,
} from '#test-support/vob-fixture.ts'
import { findIssuedVob, openVob } from '../contract.ts'

type Staff = VobFixture['staff']

let desk: VobFixture
let [ticket, number]: [ticket: string, number: string] = ['', '']
let pdf: Buffer
let others: [who: string, staff: Staff][]
beforeAll(async () => {
  desk = await createVobFixture()
  ticket = await requestVobTicket(desk, makeVobForm())
  const { headers, rawPayload } = await postVob(desk, makeVobForm(), { Token: ticket })
  number = vobNumberFrom(headers) ?? ''
  pdf = rawPayload
  others = [
    ['of another client', await signInStaff(desk, 'lagoon')],
    ['of the same client', await signInStaff(desk, 'alpine', { name: 'Ben Example' })],
    [
      'of the provider organisation, who views the client',
      await signInStaff(desk, 'harborline', { viewing: 'alpine' }),
    ],
  ]
})
afterAll(() => desk.close())

const issuedWith = async (asked: string, { headers }: Staff = desk.staff) =>
  findIssuedVob.response.parse((await desk.call(findIssuedVob, { ticket: asked }, { headers })).json()).number

test('lets only the issuer open a letter or learn of it', async () => {
  for (const [who, staff] of others) {
    expect((await reopenVob(desk, number, { staff })).statusCode, who).toBe(404)
    expect(await issuedWith(ticket, staff), who).toBeNull()
  }
})

test('rejects requests without a session', async () => {
  expect((await desk.call(findIssuedVob, { ticket })).statusCode).toBe(401)
  expect((await desk.call(openVob, { Number: number })).statusCode).toBe(401)
})

test.each(['VOB-2026-999999', '', 'x'])(
  'responds with not found for an unknown letter (%j)',
  async (unknown) => {
    expect((await reopenVob(desk, unknown)).statusCode).toBe(404)
  },
)

test('opens a letter only with a fresh ticket for that letter', async () => {
  const clock = freezeClock()
  expect((await reopenVob(desk, number, { Token: ticket })).statusCode).toBe(401)
  const ticketOf = async (asked: string) => {
    const document = { path: openVob.path, fields: { Number: asked } }
    const made = await desk.call(makeTicket, document, { headers: desk.staff.headers })
    return makeTicket.response.parse(made.json()).ticket
  }
  const [other, late] = [await ticketOf('VOB-2026-999999'), await ticketOf(number)]
  expect((await reopenVob(desk, number, { Token: other })).statusCode).toBe(401)
  clock.forward({ seconds: 61 })
  expect((await reopenVob(desk, number, { Token: late })).statusCode).toBe(401)
})

test('returns no number for a ticket that has issued nothing', async () => {
  expect(await issuedWith(await requestVobTicket(desk, makeVobForm()))).toBeNull()
  expect(await issuedWith('')).toBeNull()
})

test('lets the issuer look up the number by ticket and reopen the letter unchanged', async () => {
  expect(await issuedWith(ticket)).toBe(number)
  const { statusCode, headers, rawPayload } = await reopenVob(desk, number)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' })
  expect(vobNumberFrom(headers)).toBe(number)
  expect(rawPayload.equals(pdf)).toBe(true)
})

test('audits allowed and denied attempts to reopen a letter', async () => {
  const event = z.object({ actor: z.string(), client: z.string().nullable(), subject: z.string() })
  const latest = sql`
    select actor, client_code as client, subject
      from audit_event
     where action = 'verification of benefits opened'
     order by id desc
     limit 1`
  await reopenVob(desk, number)
  const own = { actor: desk.staff.userId, client: 'ALP1', subject: number }
  expect(await rowOf(desk.databaseContext.owner, event, latest)).toEqual(own)
  const [[, staff] = ['', desk.staff]] = others
  await reopenVob(desk, number, { staff })
  const foreign = { actor: staff.userId, client: null, subject: number }
  expect(await rowOf(desk.databaseContext.owner, event, latest)).toEqual(foreign)
})

test('denies reopening when the client codes are narrowed away', async () => {
  const { headers } = await submitVob(desk, makeVobForm())
  const own = vobNumberFrom(headers) ?? ''
  await desk.insert('staff_grant', {
    user_id: desk.staff.userId,
    kind: 'client code',
    client_code: 'ALP2',
    granted_at: new Date(),
  })
  expect((await reopenVob(desk, own)).statusCode).toBe(404)
})
