import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { queryRow, sql } from '#platform/db/database.ts'
import { createTicket } from '#sign-in/contract.ts'
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

let fixture: VobFixture
let [ticket, number]: [ticket: string, number: string] = ['', '']
let pdf: Buffer
let others: [who: string, staff: Staff][]
beforeAll(async () => {
  fixture = await createVobFixture()
  ticket = await requestVobTicket(fixture, makeVobForm())
  const { headers, rawPayload } = await postVob(fixture, makeVobForm(), { Token: ticket })
  number = vobNumberFrom(headers) ?? ''
  pdf = rawPayload
  others = [
    ['of another client', await signInStaff(fixture, 'lagoon')],
    ['of the same client', await signInStaff(fixture, 'alpine', { name: 'Ben Example' })],
    [
      'of the assistance company, viewing the client',
      await signInStaff(fixture, 'harborline', { viewing: 'alpine' }),
    ],
  ]
})
afterAll(() => fixture.close())

const findNumber = async (input: string, { headers }: Staff = fixture.staff) =>
  findIssuedVob.response.parse((await fixture.call(findIssuedVob, { ticket: input }, { headers })).json())
    .number

test('lets only the issuer find the number of a letter by its ticket', async () => {
  for (const [who, staff] of others) expect(await findNumber(ticket, staff), who).toBeNull()
})

test('lets everyone who may issue letters for the client open a letter', async () => {
  const [[, foreigner] = ['', fixture.staff], ...colleagues] = others
  expect((await reopenVob(fixture, number, { staff: foreigner })).statusCode).toBe(404)
  for (const [who, staff] of colleagues) {
    const { statusCode, rawPayload } = await reopenVob(fixture, number, { staff })
    expect(statusCode, who).toBe(200)
    expect(rawPayload.equals(pdf), who).toBe(true)
  }
})

test('rejects requests without a session', async () => {
  expect((await fixture.call(findIssuedVob, { ticket })).statusCode).toBe(401)
  expect((await fixture.call(openVob, { Number: number })).statusCode).toBe(401)
})

test.each(['VOB-2026-999999', '', 'x'])('returns 404 for an unknown letter (%j)', async (unknown) => {
  expect((await reopenVob(fixture, unknown)).statusCode).toBe(404)
})

test('opens a letter only with a fresh ticket for that letter', async () => {
  const clock = freezeClock()
  expect((await reopenVob(fixture, number, { Token: ticket })).statusCode).toBe(401)
  const requestTicket = async (input: string) => {
    const document = { path: openVob.path, fields: { Number: input } }
    const made = await fixture.call(createTicket, document, { headers: fixture.staff.headers })
    return createTicket.response.parse(made.json()).ticket
  }
  const [other, late] = [await requestTicket('VOB-2026-999999'), await requestTicket(number)]
  expect((await reopenVob(fixture, number, { Token: other })).statusCode).toBe(401)
  clock.forward({ seconds: 61 })
  expect((await reopenVob(fixture, number, { Token: late })).statusCode).toBe(401)
})

test('returns no number for a ticket with which no letter was issued', async () => {
  expect(await findNumber(await requestVobTicket(fixture, makeVobForm()))).toBeNull()
  expect(await findNumber('')).toBeNull()
})

test('lets the issuer look up the number by ticket and reopen the letter unchanged', async () => {
  expect(await findNumber(ticket)).toBe(number)
  const { statusCode, headers, rawPayload } = await reopenVob(fixture, number)
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
  await reopenVob(fixture, number)
  const own = { actor: fixture.staff.userId, client: 'ALP1', subject: number }
  expect(await queryRow(fixture.databaseContext.owner, event, latest)).toEqual(own)
  const [[, staff] = ['', fixture.staff]] = others
  await reopenVob(fixture, number, { staff })
  const foreign = { actor: staff.userId, client: null, subject: number }
  expect(await queryRow(fixture.databaseContext.owner, event, latest)).toEqual(foreign)
})

test('returns 404 after the user loses access to the client code of the letter', async () => {
  const { headers } = await submitVob(fixture, makeVobForm())
  const own = vobNumberFrom(headers) ?? ''
  await fixture.insert('staff_grant', {
    user_id: fixture.staff.userId,
    kind: 'client code',
    client_code: 'ALP2',
    granted_at: new Date(),
  })
  expect((await reopenVob(fixture, own)).statusCode).toBe(404)
})
