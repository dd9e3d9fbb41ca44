import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { now, timeAgo } from '#platform/contract/clock.ts'
import { execute, queryRows, sql } from '#platform/db/database.ts'
import { renewToken } from '#sign-in/contract.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { listOwnAccesses, openInEmergency } from '../../emergency-contract.ts'
import { messages } from '../../emergency-messages.ts'

const reason = 'The hospital is calling about surgery today'
/** A case of code ACME1. */
const wanted = { incidentNumber: '24000000017', dateOfBirth: '1980-05-06', reason }

let portal: Awaited<ReturnType<typeof openCasePortal>>
beforeAll(async () => {
  portal = await openCasePortal()
  await setMinutes('acme', 60)
  await setMinutes('other', 60)
  await addClient(portal, portal.config.INTERNAL_CLIENT_ID, [])
})
afterAll(() => portal.close())

const setMinutes = (client: string, minutes: number | null) =>
  execute(
    portal.databaseContext.owner,
    sql`update client set emergency_minutes = ${minutes} where id = ${client}`,
  )

type Person = Awaited<ReturnType<typeof signInStaff>> & { subject: string }
/** The same session with a fresh token. */
async function renew({ cookie }: Person) {
  const renewed = await portal.call(renewToken, {}, { headers: { cookie } })
  const { token } = renewToken.response.parse(renewed.json())
  return { headers: { cookie, authorization: `Bearer ${token}` } }
}
const signInAs = async (subject: string, client: string, viewing?: string): Promise<Person> => {
  const person = { subject, authenticatedAt: now(), name: 'Nora Narrow', ...(viewing && { viewing }) }
  return { ...(await signInStaff(portal, client, person)), subject }
}

/** Signs in a new person who sees only these codes. */
async function signInNarrowed(codes = ['ACME2'], client = 'acme', viewing?: string): Promise<Person> {
  const person = await signInAs(randomUUID(), client, viewing)
  for (const client_code of codes)
    await portal.insert('staff_grant', {
      ...{ user_id: person.userId, kind: 'client code', client_code, granted_at: now() },
    })
  return person
}

const open = ({ headers }: Person, changes: Partial<z.input<typeof openInEmergency.request>> = {}) =>
  portal.call(openInEmergency, { ...wanted, ...changes }, { headers })

const audited = z.object({
  action: z.string(),
  subject: z.string(),
  client: z.string().nullable(),
  detail: z.any(),
})
const entriesOf = ({ userId }: Person) =>
  queryRows(
    portal.databaseContext.owner,
    audited,
    sql`
    select action, subject, client_code as client, detail from audit_event
     where actor = ${userId} and action like 'emergency access %' order by id`,
  )
const countAccesses = async () =>
  (await portal.asOwner((db) => queryRows(db, z.object({}), sql`select from emergency_access`))).length

beforeEach(async () => {
  await execute(portal.databaseContext.owner, sql`delete from emergency_refusal`)
})

describe('opening a case in an emergency is refused', () => {
  test('without a session', async () => {
    expect((await portal.call(openInEmergency, wanted)).statusCode).toBe(401)
  })

  test.each([
    ['a number of ten characters', { incidentNumber: '2400000001' }, 400],
    ['a reason of nine characters', { reason: '123456789' }, 422],
    ['a reason of blanks', { reason: ' '.repeat(20) }, 422],
    ['a reason of five emojis, which are ten code units', { reason: '😀'.repeat(5) }, 422],
    ['a reason of 501 characters', { reason: 'x'.repeat(501) }, 400],
    ['a date in another form', { dateOfBirth: '5/6/1980' }, 400],
    ['a day that does not exist', { dateOfBirth: '1980-02-31' }, 422],
  ])('with %s', async (_case, changes, status) => {
    const before = await countAccesses()
    expect((await open(await signInNarrowed(), changes)).statusCode).toBe(status)
    expect(await countAccesses()).toBe(before)
  })

  test.each([
    ['zero-width characters', '\u200b'.repeat(20)],
    ['control characters', '\u0007'.repeat(20)],
    ['bidi marks', '\u200e\u200f\u202e\u2066'.repeat(5)],
    ['blanks of other scripts', '\u3164\u2800\u00a0'.repeat(7)],
    ['one letter and invisible ones', `a${'\u200b'.repeat(20)}b`],
  ])('with a reason of %s, in words', async (_case, invisible) => {
    const refused = await open(await signInNarrowed(), { reason: invisible })
    expect([refused.statusCode, refused.json().detail]).toEqual([422, messages.reasonFault(10, 500)])
  })

  test('to a person who sees every code, and to a client that does not offer it', async () => {
    const person = await signInAs('everyone', 'acme')
    const unrestricted = await open(person)
    expect([unrestricted.statusCode, unrestricted.json().detail]).toEqual([403, messages.unrestricted])
    await setMinutes('acme', null)
    const off = await open(await signInNarrowed())
    await setMinutes('acme', 60)
    expect([off.statusCode, off.json().detail]).toEqual([404, messages.off])
  })

  test.each([
    ['a case that does not exist', { incidentNumber: '99999999999' }],
    ['another date of birth', { dateOfBirth: '1980-05-07' }],
  ])('for %s, and recorded with its reason', async (_case, changes) => {
    const person = await signInNarrowed()
    const refused = await open(person, changes)
    expect([refused.statusCode, refused.json().detail]).toEqual([404, messages.noMatch])
    const { incidentNumber } = { ...wanted, ...changes }
    expect(await entriesOf(person)).toEqual([
      {
        ...{ action: 'emergency access refused', subject: incidentNumber, client: 'ACME2' },
        detail: { reason, refusal: 'no match' },
      },
    ])
  })

  test('for a case of another client, like a missing one', async () => {
    const stranger = await signInNarrowed(['OTHER1'], 'other')
    const foreign = await open(stranger)
    const missing = await open(stranger, { incidentNumber: '99999999999' })
    const comparable = ({ statusCode, json }: typeof foreign) => ({
      ...{ statusCode },
      ...{ ...json(), reference: undefined },
    })
    expect(foreign.statusCode).toBe(404)
    expect(comparable(foreign)).toEqual(comparable(missing))
  })

  test('to internal staff who see no code of the client, but not to those who see one', async () => {
    const { INTERNAL_CLIENT_ID } = portal.config
    const stranger = await open(await signInNarrowed(['OTHER1'], INTERNAL_CLIENT_ID, 'acme'))
    expect([stranger.statusCode, stranger.json().detail]).toEqual([404, messages.off])
    const helper = await open(await signInNarrowed(['OTHER1', 'ACME2'], INTERNAL_CLIENT_ID, 'acme'))
    expect(helper.statusCode).toBe(200)
  })

  test('after a sign-in that is too old, whether or not the case exists', async () => {
    const person = await signInNarrowed()
    await execute(
      portal.databaseContext.owner,
      sql`update staff_session set authenticated_at = ${timeAgo(16 * 60_000)} where user_id = ${person.userId}`,
    )
    for (const incidentNumber of [wanted.incidentNumber, '99999999999']) {
      const refused = await open(person, { incidentNumber })
      expect(refused.json()).toMatchObject({ status: 403, reason: 'step-up', detail: messages.stepUpNeeded })
      expect(refused.headers['www-authenticate']).toContain('insufficient_user_authentication')
    }
    expect((await entriesOf(person)).map(({ detail }) => detail.refusal)).toEqual([
      'no step-up',
      'no step-up',
    ])
  })

  test('for a case that the person sees anyway', async () => {
    const refused = await open(await signInNarrowed(['ACME1']))
    expect([refused.statusCode, refused.json().detail]).toEqual([409, messages.alreadyVisible])
  })
})

test('the case is open for the minutes of the client, recorded with the reason', async () => {
  const clock = freezeClock()
  const person = await signInNarrowed()
  const opened = openInEmergency.response.parse((await open(person)).json())
  const endsAt = new Date(now().getTime() + 3_600_000).toISOString()
  expect(opened).toMatchObject({ incidentNumber: '24000000017', endsAt })
  expect(await entriesOf(person)).toEqual([
    {
      ...{ action: 'emergency access granted', subject: '24000000017', client: 'ACME1' },
      detail: { reason, emergencyAccess: opened.id, until: endsAt },
    },
  ])
  const own = await portal.call(listOwnAccesses, {}, person)
  expect(own.json()).toEqual({ accesses: [opened] })
  clock.forward({ minutes: 59, seconds: 59 })
  const later = await renew(person)
  expect((await portal.call(listOwnAccesses, {}, later)).json()).toEqual({ accesses: [opened] })
  clock.forward({ seconds: 1 })
  expect((await portal.call(listOwnAccesses, {}, later)).json()).toEqual({ accesses: [] })
})
