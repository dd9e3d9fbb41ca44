import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { now, timeAgo } from '#platform/contract/clock.ts'
import { execute, sql } from '#platform/db/database.ts'
import { renewToken } from '#sign-in/contract.ts'
import { type Attempter, openAttemptPortal, wanted } from '#test-support/emergency-fixture.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { listOwnAccesses, openInEmergency } from '../../emergency-contract.ts'
import { messages } from '../../emergency-messages.ts'

let portal: Awaited<ReturnType<typeof openAttemptPortal>>
beforeAll(async () => {
  portal = await openAttemptPortal()
})
afterAll(() => portal.close())

/** The same session with a fresh token. */
async function renew({ cookie }: Attempter) {
  const renewed = await portal.call(renewToken, {}, { headers: { cookie } })
  const { token } = renewToken.response.parse(renewed.json())
  return { headers: { cookie, authorization: `Bearer ${token}` } }
}

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
    const before = await portal.countAccesses()
    expect((await portal.open(await portal.signInNarrowed(), changes)).statusCode).toBe(status)
    expect(await portal.countAccesses()).toBe(before)
  })

  test.each([
    ['zero-width characters', '\u200b'.repeat(20)],
    ['control characters', '\u0007'.repeat(20)],
    ['bidi marks', '\u200e\u200f\u202e\u2066'.repeat(5)],
    ['blanks of other scripts', '\u3164\u2800\u00a0'.repeat(7)],
    ['one letter and invisible ones', `a${'\u200b'.repeat(20)}b`],
  ])('with a reason of %s, in words', async (_case, invisible) => {
    const refused = await portal.open(await portal.signInNarrowed(), { reason: invisible })
    expect([refused.statusCode, refused.json().detail]).toEqual([422, messages.reasonFault(10, 500)])
  })

  test('to a person who sees every code, and to a client that does not offer it', async () => {
    const person = await portal.signInAs('everyone', 'acme')
    const unrestricted = await portal.open(person)
    expect([unrestricted.statusCode, unrestricted.json().detail]).toEqual([403, messages.unrestricted])
    await portal.setMinutes('acme', null)
    const off = await portal.open(await portal.signInNarrowed())
    await portal.setMinutes('acme', 60)
    expect([off.statusCode, off.json().detail]).toEqual([404, messages.off])
  })

  test.each([
    ['a case that does not exist', { incidentNumber: '99999999999' }],
    ['another date of birth', { dateOfBirth: '1980-05-07' }],
  ])('for %s, and recorded with its reason', async (_case, changes) => {
    const person = await portal.signInNarrowed()
    const refused = await portal.open(person, changes)
    expect([refused.statusCode, refused.json().detail]).toEqual([404, messages.noMatch])
    const { incidentNumber } = { ...wanted, ...changes }
    expect(await portal.entriesOf(person)).toEqual([
      {
        action: 'emergency access refused',
        subject: incidentNumber,
        client: 'ACME2',
        detail: { reason: wanted.reason, refusal: 'no match' },
      },
    ])
  })

  test('for a case of another client, like a missing one', async () => {
    const stranger = await portal.signInNarrowed(['OTHER1'], 'other')
    const foreign = await portal.open(stranger)
    const missing = await portal.open(stranger, { incidentNumber: '99999999999' })
    const comparable = ({ statusCode, json }: typeof foreign) => ({
      statusCode,
      ...json(),
      reference: undefined,
    })
    expect(foreign.statusCode).toBe(404)
    expect(comparable(foreign)).toEqual(comparable(missing))
  })

  test('to internal staff who see no code of the client, but not to those who see one', async () => {
    const { INTERNAL_CLIENT_ID } = portal.config
    const stranger = await portal.open(await portal.signInNarrowed(['OTHER1'], INTERNAL_CLIENT_ID, 'acme'))
    expect([stranger.statusCode, stranger.json().detail]).toEqual([404, messages.off])
    const helper = await portal.open(
      await portal.signInNarrowed(['OTHER1', 'ACME2'], INTERNAL_CLIENT_ID, 'acme'),
    )
    expect(helper.statusCode).toBe(200)
  })

  test('after a sign-in that is too old, whether or not the case exists', async () => {
    const person = await portal.signInNarrowed()
    await execute(
      portal.databaseContext.owner,
      sql`update staff_session set authenticated_at = ${timeAgo(16 * 60_000)} where user_id = ${person.userId}`,
    )
    for (const incidentNumber of [wanted.incidentNumber, '99999999999']) {
      const refused = await portal.open(person, { incidentNumber })
      expect(refused.json()).toMatchObject({ status: 403, reason: 'step-up', detail: messages.stepUpNeeded })
      expect(refused.headers['www-authenticate']).toContain('insufficient_user_authentication')
    }
    expect((await portal.entriesOf(person)).map(({ detail }) => detail.refusal)).toEqual([
      'no step-up',
      'no step-up',
    ])
  })

  test('for a case that the person sees anyway', async () => {
    const refused = await portal.open(await portal.signInNarrowed(['ACME1']))
    expect([refused.statusCode, refused.json().detail]).toEqual([409, messages.alreadyVisible])
  })
})

test('the case is open for the minutes of the client, recorded with the reason', async () => {
  const clock = freezeClock()
  const person = await portal.signInNarrowed()
  const opened = openInEmergency.response.parse((await portal.open(person)).json())
  const endsAt = new Date(now().getTime() + 3_600_000).toISOString()
  expect(opened).toMatchObject({ incidentNumber: '24000000017', endsAt })
  expect(await portal.entriesOf(person)).toEqual([
    {
      action: 'emergency access granted',
      subject: '24000000017',
      client: 'ACME1',
      detail: { reason: wanted.reason, emergencyAccess: opened.id, until: endsAt },
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
